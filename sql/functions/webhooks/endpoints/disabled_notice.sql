create or replace function corkboard.disabled_notice(p_workspace uuid, p_endpoint uuid)
returns table (
  "ownerEmail" text, "workspaceName" text, "endpointId" uuid, "turnedOffAt" text, host text, "lastOutcome" text,
  "keptDays" integer, "keptUntil" text, locale text, "timeZone" text
)
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_last_outcome text;
  v_kept_until timestamptz;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  select a.outcome || coalesce(' ' || a.status_code, '') into v_last_outcome
    from corkboard.webhook_attempts a
    join corkboard.webhook_deliveries d on d.workspace_id = p_workspace and d.id = a.delivery_id
   where a.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status = 'failed' and a.outcome <> 'succeeded'
   order by d.settled_at desc, a.attempted_at desc
   limit 1;
  select greatest(corkboard.delivery_kept_until(min(d.settled_at)), v_now) into v_kept_until
    from corkboard.webhook_deliveries d
   where d.workspace_id = p_workspace and d.endpoint_id = p_endpoint and d.status in ('failed', 'missed') and d.status <> 'pending'
  having count(*) > 0;
  return query
  select m.email, w.name, e.id, corkboard.iso(e.notice_due_at), corkboard.url_host(e.url),
         v_last_outcome, corkboard.delivery_retention_days(), corkboard.iso(v_kept_until), w.locale, w.time_zone
    from corkboard.webhook_endpoints e
    join corkboard.workspaces w on w.id = p_workspace
    join corkboard.members m on m.workspace_id = p_workspace and m.role = 'owner'
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.notice_due_at is not null and e.removed_at is null;
end
$$;
comment on function corkboard.disabled_notice(uuid, uuid) is
  'The contents of the email to the owner about an endpoint that was disabled by failures. No replayable delivery is deleted before keptUntil; null if there are none. No row if the owner was already told or the endpoint was removed. The owner is also told if the endpoint was enabled again meanwhile.';
