create or replace function corkboard.email_change_codes_sent(p_email text, p_network inet default null) returns bigint
language plpgsql stable
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select count(*) from corkboard.email_changes c
     where corkboard.normalize_email(c.new_email) = corkboard.normalize_email(p_email)
       and c.created_at > clock_timestamp() - interval '1 day'
       and (p_network is null or c.requested_from is null or c.requested_from = p_network));
end
$$;
comment on function corkboard.email_change_codes_sent(text, inet) is
  'How many codes for an email change were requested for this address within a day, in all workspaces: from a network (or an unknown one), or from anywhere.';
