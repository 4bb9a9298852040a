create or replace function corkboard.url_host(p_url text) returns text
language sql immutable
as $$ select substring(p_url from '^[^:]+://([^/?#]+)') $$;
comment on function corkboard.url_host(text) is
  'The host of an endpoint''s address, to show it by: its path may be a credential.';
