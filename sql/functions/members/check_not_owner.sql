create or replace function corkboard.check_not_owner(p_member corkboard.members) returns void
language plpgsql
as $$
begin
  if p_member.role = 'owner' then
    perform corkboard.reject('conflict', format('%s is the owner already.', p_member.email));
  end if;
end
$$;
comment on function corkboard.check_not_owner(corkboard.members) is 'Rejects with conflict the owner of a workspace.';
