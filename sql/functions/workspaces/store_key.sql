create or replace function corkboard.store_key(
  p_workspace uuid, p_label text, p_scopes text[], p_key_hash bytea, p_prefix text
) returns corkboard.api_keys
language plpgsql
as $$
declare
  v_plan corkboard.plans;
  v_key corkboard.api_keys;
begin
  perform corkboard.check_required('label', p_label);
  perform corkboard.check_text('label', p_label, 500);
  perform corkboard.check_all_known('scopes', p_scopes, corkboard.key_scopes());
  perform corkboard.lock_workspace(p_workspace);
  v_plan := corkboard.workspace_plan(p_workspace);
  if not v_plan.api then
    perform corkboard.reject('plan_limit', format('The %s plan does not include the API, so it has no keys.', v_plan.name));
  end if;
  insert into corkboard.api_keys as k (workspace_id, label, key_hash, prefix, scopes)
  select p_workspace, p_label, p_key_hash, p_prefix,
         array(select s from unnest(corkboard.key_scopes()) with ordinality as a (s, n)
                where s = 'read' or s = any (p_scopes) order by n)
  returning k.* into v_key;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'key.created', 'key', v_key.id);
  return v_key;
end
$$;
comment on function corkboard.store_key(uuid, text, text[], bytea, text) is
  'Adds an API key that the caller generated: its SHA-256 and its first characters. The key itself never reaches the database. Every key can read. Rejects with validation, not_found, plan_limit (the plan has no API).';
