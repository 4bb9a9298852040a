create or replace function corkboard.close_agreed(p_workspace uuid, p_agreed uuid, p_closed boolean default true)
returns corkboard.agreed_items
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_item corkboard.agreed_items;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_item := corkboard.require_record(null::corkboard.agreed_items, p_workspace, p_agreed, 'agreed item');
  if p_closed = (v_item.closed_at is not null) then
    return v_item;
  end if;
  update corkboard.agreed_items a
     set closed_at = case when p_closed then v_now end, version = a.version + 1
   where a.workspace_id = p_workspace and a.id = p_agreed
  returning * into v_item;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), case when p_closed then 'agreed.closed' else 'agreed.reopened' end, 'project', v_item.project_id);
  return v_item;
end
$$;
comment on function corkboard.close_agreed(uuid, uuid, boolean) is
  'Says that nothing more is to be invoiced of an agreed item, such as an estimate that the scope covers, or (p_closed false) that something is. Rejects with not_found.';
