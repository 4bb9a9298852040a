create or replace function corkboard.remember_origin(p_email text, p_browser_hash bytea, p_network inet) returns void
language plpgsql
as $$
begin
  insert into corkboard.sign_in_origins as o (email, browser_hash, network, signed_in_at)
  values (corkboard.normalize_email(p_email), p_browser_hash, p_network, clock_timestamp())
  on conflict (email, browser_hash, network) do update set signed_in_at = excluded.signed_in_at;
end
$$;
comment on function corkboard.remember_origin(text, bytea, inet) is
  'Records that the owner of an address signed in from a browser and a network (network_of), so that request_sign_in_code exempts both from its limits.';
