create or replace function corkboard.receive_inquiry(
  p_workspace uuid, p_name text, p_email text, p_company text, p_message text, p_answers json, p_from inet, p_with text
) returns corkboard.inquiries
language plpgsql
as $$
declare
  v_inquiry corkboard.inquiries;
begin
  perform corkboard.check_required('name', p_name);
  perform corkboard.check_line('name', p_name, 500);
  perform corkboard.check_required('email', p_email);
  perform corkboard.check_email('email', p_email);
  perform corkboard.check_line('company', p_company, 500);
  perform corkboard.check_required('message', p_message);
  perform corkboard.check_text('message', p_message, 5000);
  perform corkboard.check_required('answers', p_answers);
  perform corkboard.check_answers('answers', p_answers);
  perform corkboard.lock_workspace(p_workspace);
  if not exists (select 1 from corkboard.inquiry_forms f where f.workspace_id = p_workspace and f.opened_at is not null) then
    perform corkboard.reject('conflict', 'This workspace takes no inquiries.');
  end if;
  perform corkboard.reject_conflict(corkboard.inquiry_refusal(p_workspace, p_from));
  insert into corkboard.inquiries (workspace_id, name, email, company, message, answers, received_from, received_with)
  values (p_workspace, p_name, p_email, p_company, p_message, p_answers, p_from, corkboard.kept_browser(p_with))
  returning * into v_inquiry;
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'inquiry.received', 'inquiry', v_inquiry.id);
  perform corkboard.notify_members(p_workspace, 'inquiry', 'inquiry.received', array[v_inquiry.id]);
  return v_inquiry;
end
$$;
comment on function corkboard.receive_inquiry(uuid, text, text, text, text, json, inet, text) is
  'Stores what a person who is no client yet sent through the inquiry form. Rejects with validation, not_found (workspace), conflict (the form is off; inquiry_refusal). Notifies members, and emits no event.';
