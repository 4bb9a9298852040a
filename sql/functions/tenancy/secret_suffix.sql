create or replace function corkboard.secret_suffix(p_workspace uuid) returns text
language sql immutable
as $$ select translate(encode(uuid_send(p_workspace), 'base64'), '+/=', '-_') $$;
comment on function corkboard.secret_suffix(uuid) is
  'What follows a key, a session''s token, or the token of a link, so that with Citus the workspace''s shard is found without asking the others: the workspace''s id in base64url.';
