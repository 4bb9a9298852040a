create or replace function corkboard.sign_in_link_works(p_link_hash bytea) returns boolean
language plpgsql stable
as $$
begin
  return exists (
    select from corkboard.sign_ins s where s.link_hash = p_link_hash and s.expires_at > clock_timestamp());
end
$$;
comment on function corkboard.sign_in_link_works(bytea) is 'Whether a sign-in link would sign somebody in; uses nothing up.';
