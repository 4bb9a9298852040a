create or replace function corkboard.edit_change_order(p_workspace uuid, p_proposal uuid, p_changes jsonb)
returns corkboard.change_order_proposals
language plpgsql
as $$
declare
  v_before corkboard.change_order_proposals;
  v_proposal corkboard.change_order_proposals;
begin
  perform corkboard.check_known_columns(p_changes, '{title,amount_cents,rounds}', '{description}');
  perform corkboard.check_integer('amountCents', p_changes -> 'amount_cents', 0, 100000000);
  perform corkboard.check_integer('rounds', p_changes -> 'rounds', 0, 20);
  perform corkboard.lock_workspace(p_workspace);
  v_before := corkboard.require_record(null::corkboard.change_order_proposals, p_workspace, p_proposal, 'change order');
  if v_before.sent_at is not null or v_before.withdrawn_at is not null then
    perform corkboard.reject('conflict', 'Only a draft can be edited. Withdraw this change order, and write another one.');
  end if;
  v_proposal := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_line('title', v_proposal.title, 200);
  perform corkboard.check_text('description', v_proposal.description, 5000);
  if v_proposal is distinct from v_before then
    v_proposal := corkboard.change_record(v_before, p_changes || jsonb_build_object('version', v_before.version + 1));
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'change_order.edited', 'change_order_proposal', p_proposal,
      corkboard.changed_values(to_jsonb(v_before) - 'version', to_jsonb(v_proposal) - 'version'));
  end if;
  return v_proposal;
end
$$;
comment on function corkboard.edit_change_order(uuid, uuid, jsonb) is
  'Changes the given columns of a change order that was not sent yet, as in {"title": "More photos", "description": null}; null clears a value. Rejects with validation, not_found, conflict (sent or withdrawn already).';
