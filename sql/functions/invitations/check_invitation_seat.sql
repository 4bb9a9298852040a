create or replace function corkboard.check_invitation_seat(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_plan constant corkboard.plans := corkboard.workspace_plan(p_workspace);
begin
  if v_plan.seats <= (select count(*) from corkboard.members m where m.workspace_id = p_workspace)
    + (select count(*) from corkboard.invitations i
        where i.workspace_id = p_workspace and i.ended_at is null and i.expires_at > v_now)
  then
    perform corkboard.reject('plan_limit', format(
      'The %s plan has %s seats, and members and open invitations take all of them.', v_plan.name, v_plan.seats));
  end if;
end
$$;
comment on function corkboard.check_invitation_seat(uuid) is
  'Rejects with plan_limit if members and open invitations take all seats of the plan. The caller holds the workspace''s lock.';
