create or replace function corkboard.close_invitations(p_workspace uuid, p_email text) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.invitations i set ended_at = v_now
   where i.workspace_id = p_workspace and i.ended_at is null
     and corkboard.normalize_email(i.email) = corkboard.normalize_email(p_email);
end
$$;
comment on function corkboard.close_invitations(uuid, text) is
  'Ends the workspace''s invitation of an address, if there is one. The caller holds the workspace''s lock.';
