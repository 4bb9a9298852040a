create or replace function corkboard.create_key(
  p_workspace uuid, p_label text, p_scopes text[] default '{}', out key corkboard.api_keys, out secret text
)
language plpgsql
as $$
declare
  v_plan corkboard.plans;
begin
  perform corkboard.check_given('label', p_label);
  perform corkboard.check_text('label', p_label, 500);
  perform corkboard.check_names('scopes', p_scopes, corkboard.key_scopes());
  perform corkboard.lock_workspace(p_workspace);
  v_plan := corkboard.plan_of(p_workspace);
  if not v_plan.api then
    perform corkboard.refuse('plan_limit', format('The %s plan does not include the API, so it has no keys.', v_plan.name));
  end if;
  -- 244 random bits from the server's strong source, in the URL-safe alphabet.
  secret := 'crk_' || translate(
    encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');
  insert into corkboard.api_keys as k (workspace_id, label, key_hash, prefix, scopes)
  select p_workspace, p_label, sha256(convert_to(secret, 'UTF8')), left(secret, 10),
         array(select s from unnest(corkboard.key_scopes()) with ordinality as a (s, n)
                where s = 'read' or s = any (p_scopes) order by n)
  returning k.* into key;
  perform corkboard.record_audit(corkboard.person(p_workspace), 'key.created', 'key', key.id);
end
$$;
comment on function corkboard.create_key(uuid, text, text[]) is
  'Makes an API key; every key can read. The secret is answered this once, only its hash is stored. Refuses with validation, not_found, plan_limit (the plan has no API).';
