create or replace function corkboard.copy_origins(p_from text, p_to text) returns void
language plpgsql
as $$
begin
  insert into corkboard.sign_in_origins as o (email, browser_hash, network, signed_in_at)
  select corkboard.normalize_email(p_to), f.browser_hash, f.network, f.signed_in_at
    from corkboard.sign_in_origins f where f.email = corkboard.normalize_email(p_from)
  on conflict (email, browser_hash, network) do nothing;
end
$$;
comment on function corkboard.copy_origins(text, text) is
  'Copies the known browsers and networks of one address to another address of the same person.';
