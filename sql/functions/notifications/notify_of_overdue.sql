-- The check runs in batches, each in its own transaction. The email waits for the next batch, which may have more invoices of
-- the same workspace.
create or replace function corkboard.notify_of_overdue(p_workspaces uuid[], p_invoices uuid[]) returns void
language plpgsql
as $$
declare
  c_delay constant interval := '5 seconds';
  v_chosen uuid[];
  v_overdue record;
begin
  -- Few members choose it, so one query finds the workspaces in which someone did.
  v_chosen := array(
    select m.workspace_id from corkboard.members m where m.workspace_id = any (p_workspaces) and 'overdue' = any (m.notified_of));
  for v_overdue in
    select o.workspace_id, array_agg(o.id) as invoices
      from unnest(p_workspaces, p_invoices) o (workspace_id, id)
     where o.workspace_id = any (v_chosen)
     group by o.workspace_id
     order by o.workspace_id
  loop
    perform corkboard.notify_members(v_overdue.workspace_id, 'overdue', 'invoice.overdue', v_overdue.invoices, c_delay);
  end loop;
end
$$;
comment on function corkboard.notify_of_overdue(uuid[], uuid[]) is
  'Notifies members of invoices that became overdue; p_workspaces has the workspace of each. All of a check are one email to a member.';
