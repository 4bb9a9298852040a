create or replace view corkboard_ops.recent_failures as
select
  a.attempted_at,
  a.workspace_id,
  d.endpoint_id,
  corkboard.url_host(e.url) as host,
  d.id as delivery_id,
  d.event,
  a.number as attempt,
  a.outcome,
  a.status_code,
  a.duration_ms,
  a.response,
  d.status as delivery_status,
  d.due_at as next_attempt_at,
  a.reason
from corkboard.webhook_attempts a
join corkboard.webhook_deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
where a.outcome <> 'succeeded' and a.attempted_at > now() - interval '24 hours'
order by a.attempted_at desc;
comment on view corkboard_ops.recent_failures is
  'Failed attempts of the last 24 hours, newest first: the outcome, the status and the beginning of the response, or the reason why there was none.';
