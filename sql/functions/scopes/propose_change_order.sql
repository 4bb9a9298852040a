create or replace function corkboard.propose_change_order(
  p_workspace uuid, p_project uuid, p_title text, p_description text, p_amount_cents integer, p_rounds integer default 0
) returns corkboard.change_order_proposals
language plpgsql
as $$
declare
  v_actor corkboard.caller;
  v_currency text;
  v_proposal corkboard.change_order_proposals;
begin
  perform corkboard.check_required('title', p_title);
  perform corkboard.check_line('title', p_title, 200);
  perform corkboard.check_text('description', p_description, 5000);
  perform corkboard.check_required('amountCents', p_amount_cents);
  perform corkboard.check_range('amountCents', p_amount_cents, 0, 100000000);
  perform corkboard.check_range('rounds', p_rounds, 0, 20);
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  perform corkboard.check_work_agreed(p_workspace, p_project);
  v_actor := corkboard.current_actor(p_workspace);
  select s.currency into v_currency from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  insert into corkboard.change_order_proposals (
    workspace_id, project_id, title, description, amount_cents, currency, rounds, proposed_by)
  values (
    p_workspace, p_project, p_title, p_description, p_amount_cents,
    coalesce(v_currency, corkboard.workspace_currency(p_workspace)), coalesce(p_rounds, 0), v_actor.label)
  returning * into v_proposal;
  perform corkboard.record_audit(v_actor, 'change_order.proposed', 'change_order_proposal', v_proposal.id);
  return v_proposal;
end
$$;
comment on function corkboard.propose_change_order(uuid, uuid, text, text, integer, integer) is
  'Drafts a change order, in the currency of the scope. Rejects with validation, not_found, conflict (nothing agreed yet).';
