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
comment on column corkboard_ops.recent_failures.attempted_at is 'When the attempt was made.';
comment on column corkboard_ops.recent_failures.host is 'The host of the endpoint''s URL.';
comment on column corkboard_ops.recent_failures.event is 'The kind of the event.';
comment on column corkboard_ops.recent_failures.attempt is 'Which attempt of the delivery''s round it was, from 1 on.';
comment on column corkboard_ops.recent_failures.outcome is 'Why it failed (docs/dba.md).';
comment on column corkboard_ops.recent_failures.status_code is 'The HTTP status of the answer; null: there was none.';
comment on column corkboard_ops.recent_failures.duration_ms is 'How long the attempt took.';
comment on column corkboard_ops.recent_failures.response is 'The beginning of the answer.';
comment on column corkboard_ops.recent_failures.delivery_status is 'What became of the delivery: pending, succeeded, failed or missed.';
comment on column corkboard_ops.recent_failures.next_attempt_at is 'When the next attempt is due; null: there is none.';
comment on column corkboard_ops.recent_failures.reason is 'What went wrong, in words, if there was no answer; where a redirect leads.';
