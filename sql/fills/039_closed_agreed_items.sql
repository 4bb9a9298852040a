-- What was agreed before invoices knew what they bill: where some were sent without an estimate, they are taken to bill it, and so
-- is what is agreed of projects that are over. A member can reopen an item.
with batch as (
  select a.id, a.project_id, a.currency from corkboard.agreed_items a
   where a.workspace_id = $1 and a.id > $2 order by a.id limit 1000),
filled as (
  update corkboard.agreed_items a set closed_at = now(), version = a.version + 1
    from batch b
   where a.workspace_id = $1 and a.id = b.id and a.invoiced_gross_cents = 0 and a.drafted_gross_cents = 0
     and (exists (select 1 from corkboard.projects p
                   where p.workspace_id = $1 and p.id = b.project_id and p.status in ('completed', 'archived'))
          or a.kind <> 'estimate' and exists (
            select 1 from corkboard.invoices i
             where i.workspace_id = $1 and i.project_id = b.project_id and i.currency = b.currency and i.kind = 'invoice'
               and i.status in ('SENT', 'PAID') and not exists (
                 select 1 from corkboard.billed_items x where x.workspace_id = $1 and x.invoice_id = i.id))))
select b.id from batch b order by b.id desc limit 1
