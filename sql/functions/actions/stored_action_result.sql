create or replace function corkboard.stored_action_result(p_workspace uuid, p_idempotency_token text) returns text
language plpgsql
as $$
begin
  return (
    select k.response from corkboard.idempotency_keys k
     where k.workspace_id = p_workspace and k.id = corkboard.action_idempotency_key(p_idempotency_token)
       and k.created_at > clock_timestamp() - interval '24 hours');
end
$$;
comment on function corkboard.stored_action_result(uuid, text) is
  'The result that store_action_result stored for this idempotency token within 24 hours; null: not done yet.';
