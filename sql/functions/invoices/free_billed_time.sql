create or replace function corkboard.free_billed_time(p_workspace uuid, p_invoice uuid, p_kept_lines uuid[] default null) returns void
language plpgsql
as $$
declare
  v_kept constant uuid[] := array_remove(coalesce(p_kept_lines, '{}'), null);
begin
  delete from corkboard.billed_time b
   where b.workspace_id = p_workspace and b.invoice_id = p_invoice and not b.line_id = any (v_kept);
end
$$;
comment on function corkboard.free_billed_time(uuid, uuid, uuid[]) is
  'Makes the time that an invoice bills unbilled again, except that of the lines with these ids.';
