-- One job per email, so that an unreachable mailbox neither blocks another email nor causes it to be sent twice.
create or replace function corkboard.notify_member(
  p_workspace uuid, p_event uuid, p_notice text, p_to text, p_facts jsonb default '{}'
) returns void
language plpgsql
as $$
declare
  -- About ten hours in all.
  c_attempts constant integer := 10;
  v_workspace corkboard.workspaces;
begin
  select w.* into v_workspace from corkboard.workspaces w where w.id = p_workspace;
  perform graphile_worker.add_job(
    'mail_notice',
    (jsonb_build_object(
      'workspaceId', p_workspace, 'eventId', p_event, 'notice', p_notice, 'to', p_to,
      'workspaceName', v_workspace.name, 'timeZone', v_workspace.time_zone, 'locale', v_workspace.locale,
      'ownerName', corkboard.member_name(p_workspace, p_facts ->> 'ownerEmail')) || p_facts)::json,
    max_attempts := c_attempts);
end
$$;
comment on function corkboard.notify_member(uuid, uuid, text, text, jsonb) is
  'Adds the job that emails a notice about an event; src/mail/memberNotices.ts has the kinds and their texts. The email''s Message-ID derives from the event''s id, so a repeated send is the same message.';
