-- Refuses only what a webhook can never be sent to. Whether http and private addresses are allowed depends on the
-- process that sends (WEBHOOK_ALLOW_PRIVATE), and what a name resolves to changes. Both are checked before every
-- request (src/webhooks/address.ts), and by the operator's command before it adds an endpoint.
create or replace function corkboard.check_url(p_url text) returns void
language plpgsql strict
as $$
declare
  -- The part between the scheme and the path: user name, password, host, port.
  v_authority text := substring(p_url from '^[^:]*://([^/?#]*)');
  v_port text := substring(v_authority from ':([0-9]+)$');
begin
  perform corkboard.check_text('url', p_url, 2048);
  if p_url ~ '[[:space:][:cntrl:]\\]' collate "und-x-icu" then
    perform corkboard.refuse_value('url', 'must not contain spaces, control characters or backslashes');
  end if;
  if p_url !~* '^[a-z][a-z0-9+.-]*:' or v_authority ~ '^(:[0-9]*)?$' then
    perform corkboard.refuse_value('url', 'must be an address, like https://hooks.example.com/corkboard');
  end if;
  if p_url !~* '^https?://' then
    perform corkboard.refuse_value('url', 'must begin with https://');
  end if;
  if v_authority like '%@%' then
    perform corkboard.refuse_value('url', 'must not contain a user name or password');
  end if;
  if v_authority like '[%' then
    perform corkboard.refuse_value('url', 'must have an IPv4 address');
  end if;
  if v_port::numeric = 0 then
    perform corkboard.refuse_value('url', 'must not have port 0');
  end if;
end
$$;
comment on function corkboard.check_url(text) is
  'Refuses with validation an address that webhooks never go to: no host, another scheme than https (or http, for work on one''s own machine), a user name or password, an IPv6 address, port 0.';
