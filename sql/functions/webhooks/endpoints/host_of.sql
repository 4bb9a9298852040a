create or replace function corkboard.host_of(p_url text) returns text
language sql immutable
as $$ select substring(p_url from '^[^:]+://([^/?#]+)') $$;
comment on function corkboard.host_of(text) is
  'The host of an endpoint''s address, to show it by: its path may be a credential.';
