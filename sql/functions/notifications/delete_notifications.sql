create or replace function corkboard.delete_notifications(p_workspace uuid, p_ids uuid[]) returns void
language plpgsql
as $$
begin
  perform corkboard.enter_workspace(p_workspace);
  delete from corkboard.notifications n where n.workspace_id = p_workspace and n.id = any (p_ids);
end
$$;
comment on function corkboard.delete_notifications(uuid, uuid[]) is 'Deletes notifications whose email was sent.';
