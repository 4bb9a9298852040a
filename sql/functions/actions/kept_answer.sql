create or replace function corkboard.kept_answer(p_workspace uuid, p_once text) returns text
language sql
as $$
  select k.response from corkboard.idempotency_keys k
   where k.workspace_id = p_workspace and k.id = corkboard.once_key(p_once)
     and k.created_at > clock_timestamp() - interval '24 hours'
$$;
comment on function corkboard.kept_answer(uuid, text) is
  'What finish_action kept of the form sent under this once, within 24 hours; null: not done yet.';
