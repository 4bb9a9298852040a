create or replace function corkboard.find_open_inquiry(p_workspace uuid, p_inquiry uuid) returns corkboard.inquiries
language plpgsql stable
as $$
declare
  v_inquiry constant corkboard.inquiries :=
    corkboard.require_record(null::corkboard.inquiries, p_workspace, p_inquiry, 'inquiry');
begin
  if v_inquiry.converted_at is not null then
    perform corkboard.reject('conflict', 'This inquiry has become a project already.');
  end if;
  if v_inquiry.dismissed_at is not null then
    perform corkboard.reject('conflict', 'This inquiry was dismissed: reopen it first.');
  end if;
  return v_inquiry;
end
$$;
comment on function corkboard.find_open_inquiry(uuid, uuid) is
  'The inquiry of this workspace that was neither converted nor dismissed. Call it with the workspace locked. Rejects with not_found, conflict.';
