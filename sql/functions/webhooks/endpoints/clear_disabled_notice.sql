-- Failures may have disabled the endpoint again while the email about the previous time was being sent. The owner must
-- still be told about that.
create or replace function corkboard.clear_disabled_notice(p_workspace uuid, p_endpoint uuid, p_turned_off_at text) returns void
language plpgsql
as $$
declare
  -- The text has milliseconds, the column microseconds.
  v_from constant timestamptz := p_turned_off_at;
  v_to constant timestamptz := v_from + interval '1 millisecond';
begin
  perform corkboard.enter_workspace(p_workspace);
  update corkboard.webhook_endpoints e set notice_due_at = null
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.notice_due_at >= v_from and e.notice_due_at < v_to;
end
$$;
comment on function corkboard.clear_disabled_notice(uuid, uuid, text) is
  'Records that the owner was told about an endpoint that was disabled at that time (ISO 8601, from disabled_notice).';
