create or replace function corkboard.disabled_notice(p_workspace uuid, p_endpoint uuid)
returns table (
  "ownerEmail" text, "workspaceName" text, "endpointId" uuid, "turnedOffAt" text, host text, "lastOutcome" text,
  "keptDays" integer, "keptUntil" text, locale text, "timeZone" text
)
language plpgsql
as $$
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  return query
  select m.email, w.name, e.id, corkboard.iso(e.notice_due_at), corkboard.url_host(e.url),
         (select a.outcome || coalesce(' ' || a.status_code, '')
            from corkboard.webhook_attempts a
            join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
           where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.status = 'failed' and a.outcome <> 'succeeded'
           order by d.settled_at desc, a.attempted_at desc
           limit 1),
         corkboard.delivery_retention_days(),
         (select corkboard.iso(greatest(corkboard.delivery_kept_until(b.oldest_at), clock_timestamp()))
            from corkboard.replay_backlog(e.workspace_id, e.id) b
           where b.oldest_at is not null),
         w.locale, w.time_zone
    from corkboard.webhook_endpoints e
    join corkboard.workspaces w on w.id = e.workspace_id
    join corkboard.members m on m.workspace_id = e.workspace_id and m.role = 'owner'
   where e.workspace_id = p_workspace and e.id = p_endpoint and e.notice_due_at is not null and e.removed_at is null;
end
$$;
comment on function corkboard.disabled_notice(uuid, uuid) is
  'The contents of the email to the owner about an endpoint that was disabled by failures. No replayable delivery is deleted before keptUntil; null if there are none. No row if the owner was already told or the endpoint was removed. The owner is also told if the endpoint was enabled again meanwhile.';
