create or replace function corkboard.open_invitations(p_email text) returns setof corkboard.invitations
language plpgsql stable
as $$
begin
  return query
    select i.* from corkboard.invitations i
     where corkboard.normalize_email(i.email) = corkboard.normalize_email(p_email)
       and i.ended_at is null and i.expires_at > clock_timestamp();
end
$$;
comment on function corkboard.open_invitations(text) is
  'The invitations of an address that can be accepted now, in every workspace that the transaction can see.';
