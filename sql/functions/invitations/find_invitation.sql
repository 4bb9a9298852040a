create or replace function corkboard.find_invitation(p_workspace uuid, p_invitation uuid) returns corkboard.invitations
language plpgsql stable
as $$
declare
  v_invitation corkboard.invitations;
begin
  v_invitation := corkboard.require_record(null::corkboard.invitations, p_workspace, p_invitation, 'invitation');
  if v_invitation.ended_at is not null then
    perform corkboard.reject('conflict',
      format('The invitation of %s was answered, withdrawn or sent again meanwhile.', v_invitation.email));
  end if;
  return v_invitation;
end
$$;
comment on function corkboard.find_invitation(uuid, uuid) is
  'The invitation of this workspace, open or expired. Rejects with not_found, conflict (it has ended).';
