create or replace function corkboard.create_key(
  p_workspace uuid, p_label text, p_scopes text[] default '{}', out key corkboard.api_keys, out secret text
)
language plpgsql
as $$
begin
  -- 244 bits from the server's cryptographic random source, in the URL-safe alphabet.
  secret := 'crk_' || translate(
    encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', '-_');
  key := corkboard.store_key(p_workspace, p_label, p_scopes, sha256(convert_to(secret, 'UTF8')), left(secret, 10));
  secret := secret || corkboard.secret_suffix(p_workspace);
end
$$;
comment on function corkboard.create_key(uuid, text, text[]) is
  'Generates an API key and adds it as store_key does. The key is returned only here; the database stores its hash.';
