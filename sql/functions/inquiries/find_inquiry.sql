create or replace function corkboard.find_inquiry(p_workspace uuid, p_inquiry uuid) returns corkboard.inquiries
language plpgsql stable
as $$
declare
  v_inquiry corkboard.inquiries;
begin
  select * into v_inquiry from corkboard.inquiries i where i.workspace_id = p_workspace and i.id = p_inquiry;
  perform corkboard.check_found(v_inquiry.id, 'inquiry');
  return v_inquiry;
end
$$;
comment on function corkboard.find_inquiry(uuid, uuid) is 'The inquiry of this workspace. Rejects with not_found.';
