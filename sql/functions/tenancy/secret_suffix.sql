create or replace function corkboard.secret_suffix(p_workspace uuid) returns text
language sql stable
as $$
  select case when corkboard.has_citus() then translate(encode(uuid_send(p_workspace), 'base64'), '+/=', '-_') else '' end
$$;
comment on function corkboard.secret_suffix(uuid) is
  'What follows a key, a session''s token, or the token of a link, so that the workspace''s shard is found without asking the others: the workspace''s id in base64url. Empty without Citus.';
