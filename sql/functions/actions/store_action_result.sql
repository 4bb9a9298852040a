-- Ends what begin_member_action started. The fields in p_secret_fields are secrets: this response shows them, and the
-- copy stored for a replay does not contain them.
create or replace function corkboard.store_action_result(p_workspace uuid, p_idempotency_token text, p_answer json, p_secret_fields text[] default '{}')
returns text
language plpgsql
as $$
begin
  if p_idempotency_token is not null and p_answer is not null then
    perform corkboard.store_response(
      p_workspace, corkboard.action_idempotency_key(p_idempotency_token), sha256(convert_to(p_idempotency_token, 'UTF8')), (p_answer::jsonb - p_secret_fields)::text);
  end if;
  return p_answer;
end
$$;
comment on function corkboard.store_action_result(uuid, text, json, text[]) is
  'Stores the result of a form for 24 hours, without the fields that are shown only once, and returns it in full. A null result is not stored.';
