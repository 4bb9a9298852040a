-- 1.0.0 calls it without a name.
drop function if exists corkboard.add_member(uuid, text);
create or replace function corkboard.add_member(p_workspace uuid, p_email text, p_name text default null) returns corkboard.members
language plpgsql
as $$
declare
  v_plan corkboard.plans;
  v_member corkboard.members;
begin
  perform corkboard.check_required('email', p_email);
  perform corkboard.check_email('email', p_email);
  perform corkboard.check_member_name('name', p_name);
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_email_available(p_workspace, null, p_email);
  v_plan := corkboard.workspace_plan(p_workspace);
  if v_plan.seats <= (select count(*) from corkboard.members m where m.workspace_id = p_workspace) then
    perform corkboard.reject('plan_limit', format('The %s plan has %s seats, and all are taken.', v_plan.name, v_plan.seats));
  end if;
  perform corkboard.close_invitations(p_workspace, p_email);
  insert into corkboard.members (workspace_id, email, name) values (p_workspace, p_email, p_name) returning * into v_member;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.added', 'member', v_member.id);
  return v_member;
end
$$;
comment on function corkboard.add_member(uuid, text, text) is
  'Adds a member, who takes a seat, without asking the person (invite_member does), and ends an invitation of the address. Rejects with validation, not_found, conflict (already a member), plan_limit (no seat left).';
