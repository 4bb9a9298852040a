create or replace function corkboard.find_invitation(p_workspace uuid, p_invitation uuid) returns corkboard.invitations
language plpgsql stable
as $$
declare
  v_invitation corkboard.invitations;
begin
  select * into v_invitation from corkboard.invitations i where i.workspace_id = p_workspace and i.id = p_invitation;
  perform corkboard.check_found(v_invitation.id, 'invitation');
  if v_invitation.ended_at is not null then
    perform corkboard.reject('conflict',
      format('The invitation of %s was answered, withdrawn or sent again meanwhile.', v_invitation.email));
  end if;
  return v_invitation;
end
$$;
comment on function corkboard.find_invitation(uuid, uuid) is
  'The invitation of this workspace, open or expired. Rejects with not_found, conflict (it has ended).';
