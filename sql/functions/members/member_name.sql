create or replace function corkboard.member_name(p_workspace uuid, p_email text) returns text
language plpgsql stable
as $$
begin
  return (
    select m.name from corkboard.members m
     where m.workspace_id = p_workspace and corkboard.normalize_email(m.email) = corkboard.normalize_email(p_email));
end
$$;
comment on function corkboard.member_name(uuid, text) is 'What the member with this address is called; null: not said, or there is none.';
