-- Nothing else writes in the workspace meanwhile, so what is read is what the entries say afterwards.
create or replace function corkboard.index_old_records(p_workspace uuid, p_batch integer default 200) returns integer
language plpgsql
as $$
declare
  v_entry record;
  v_row jsonb;
  v_indexed integer := 0;
begin
  perform corkboard.enter_workspace(p_workspace);
  if not exists (select 1 from corkboard.workspaces w where w.id = p_workspace and w.removed_at is null) then
    return 0;
  end if;
  perform corkboard.lock_workspace(p_workspace);
  for v_entry in
    select e.kind, e.record_id from corkboard.search_entries e
     where e.workspace_id = p_workspace and e.amounts is null limit p_batch
  loop
    v_row := case v_entry.kind
      when 'client' then (
        select to_jsonb(r) from corkboard.clients r where r.workspace_id = p_workspace and r.id = v_entry.record_id)
      when 'project' then (
        select to_jsonb(r) from corkboard.projects r where r.workspace_id = p_workspace and r.id = v_entry.record_id)
      when 'invoice' then (
        select to_jsonb(r) from corkboard.invoices r where r.workspace_id = p_workspace and r.id = v_entry.record_id)
      when 'payment' then (
        select to_jsonb(r) from corkboard.payments r where r.workspace_id = p_workspace and r.id = v_entry.record_id)
      when 'inquiry' then (
        select to_jsonb(r) from corkboard.inquiries r where r.workspace_id = p_workspace and r.id = v_entry.record_id)
      else coalesce(
        (select to_jsonb(r) from corkboard.change_order_proposals r
          where r.workspace_id = p_workspace and r.id = v_entry.record_id),
        (select to_jsonb(r) from corkboard.change_orders r where r.workspace_id = p_workspace and r.id = v_entry.record_id))
      end;
    perform corkboard.index_record(v_entry.kind, v_row);
    if v_entry.kind = 'invoice' then
      perform corkboard.index_lines(v_row);
    end if;
    v_indexed := v_indexed + 1;
  end loop;
  return v_indexed;
end
$$;
comment on function corkboard.index_old_records(uuid, integer) is
  'Brings a batch of the entries that an earlier version made for the search up to date. Returns how many; 0 when none are left.';
