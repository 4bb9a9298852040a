-- Rejects only what a webhook can never be sent to. Whether http and private addresses are allowed depends on the
-- sending process (WEBHOOK_ALLOW_PRIVATE), and what a name resolves to changes. Both are checked before every request
-- (src/webhooks/address.ts) and by the operator's command before it adds an endpoint, as are hosts in other alphabets
-- and octal or hexadecimal addresses, which need a URL parser.
create or replace function corkboard.check_webhook_url(p_url text) returns void
language plpgsql strict
as $$
declare
  c_nonsense constant text := 'must be an address, like https://hooks.example.com/corkboard';
  -- The part between the scheme and the path: user name, password, host, port.
  v_authority text := substring(p_url from '^[^:]*://([^/?#]*)');
  v_host text := substring(v_authority from '^([^:]+)(?::[0-9]*)?$');
  v_port text := substring(v_authority from ':([0-9]+)$');
  v_parts text[] := string_to_array(regexp_replace(v_host, '\.$', ''), '.');
begin
  perform corkboard.check_text('url', p_url, 2048);
  if p_url ~ '[[:space:][:cntrl:]\\]' collate "und-x-icu" then
    perform corkboard.reject_field('url', 'must not contain spaces, control characters or backslashes');
  end if;
  if p_url !~* '^[a-z][a-z0-9+.-]*:' or v_authority ~ '^(:[0-9]*)?$' then
    perform corkboard.reject_field('url', c_nonsense);
  end if;
  if p_url !~* '^https?://' then
    perform corkboard.reject_field('url', 'must begin with https://');
  end if;
  if v_authority like '%@%' then
    perform corkboard.reject_field('url', 'must not contain a user name or password');
  end if;
  if v_authority like '[%' then
    perform corkboard.reject_field('url', 'must have an IPv4 address');
  end if;
  if v_host is null or v_host ~ '[][%<>^|]' or v_port::numeric > 65535 then
    perform corkboard.reject_field('url', c_nonsense);
  end if;
  -- A host whose last part is a number is an IPv4 address. Its last part also covers any omitted parts.
  if v_parts[cardinality(v_parts)] ~ '^[0-9]+$' and (
    cardinality(v_parts) > 4
    or exists (
      select 1 from unnest(v_parts) with ordinality p (part, n)
       where p.part !~* '^(0x[0-9a-f]*|0[0-7]*|[1-9][0-9]*)$'
          or p.part ~ '^[1-9]' and p.part::numeric >= 256 ^ case p.n when cardinality(v_parts) then 5 - p.n else 1 end))
  then
    perform corkboard.reject_field('url', c_nonsense);
  end if;
  if v_port::numeric = 0 then
    perform corkboard.reject_field('url', 'must not have port 0');
  end if;
end
$$;
comment on function corkboard.check_webhook_url(text) is
  'Rejects with validation a URL that webhooks can never be sent to: no host, a scheme other than https (or http, for development), a user name or password, an IPv6 address, an invalid IPv4 address, or port 0 or above 65535. The process that sends checks whether the address is private.';
