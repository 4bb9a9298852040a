create or replace function corkboard.delete_rows(
  p_table regclass, p_condition text, p_batch integer, p_other regclass default null
) returns integer
language plpgsql
as $$
begin
  return corkboard.change_rows(
    format('delete from %%1$s t where t.ctid = any (array(select o.ctid from %%1$s o where %s limit %s for update skip locked))',
      p_condition, p_batch),
    p_table, p_other);
end
$$;
comment on function corkboard.delete_rows(regclass, text, integer, regclass) is
  'Deletes up to a batch of the rows of a table, of all workspaces, that meet a condition (SQL about its row o, which names another table %2$s). Skips rows that another transaction has locked. Returns how many; with Citus, up to a batch from each part of the table.';
