with batch as materialized (
  select i.id, corkboard.enter_taxes($1, i.id) from (
    select i.id from corkboard.invoices i where i.workspace_id = $1 and i.id > $2 order by i.id limit 200) i)
select b.id from batch b order by b.id desc limit 1
