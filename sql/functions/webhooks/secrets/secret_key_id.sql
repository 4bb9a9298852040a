create or replace function corkboard.secret_key_id(p_secret text) returns text
language sql immutable
as $$
  select case when p_secret like 'encrypted-%' then split_part(p_secret, ':', 2) end
$$;
comment on function corkboard.secret_key_id(text) is
  'The id of the key that encrypts a stored signing secret; null if it is unencrypted.';
