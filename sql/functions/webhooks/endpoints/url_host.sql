create or replace function corkboard.url_host(p_url text) returns text
language sql immutable
as $$ select substring(p_url from '^[^:]+://([^/?#]+)') $$;
comment on function corkboard.url_host(text) is
  'The host of a URL, for display: the path of a webhook URL may contain a credential.';
