-- What the rate of an endpoint is learned from, and how far it recovers with time.

alter table corkboard.webhook_throttles
  add column initial_rate real,
  add column limited_attempts integer not null default 0,
  add column first_limited_at timestamptz;
update corkboard.webhook_throttles t set initial_rate = 1
  from corkboard.webhook_endpoints e
 where e.workspace_id = t.workspace_id and e.id = t.id and e.format in ('slack', 'discord');
comment on column corkboard.webhook_throttles.initial_rate is
  'The rate that a new endpoint of this format gets; null: no limit. Quiet minutes raise a lower rate up to this one.';
comment on column corkboard.webhook_throttles.limited_attempts is
  'How many attempts were answered 429 since first_limited_at.';
comment on column corkboard.webhook_throttles.first_limited_at is
  'When the first of these answers was recorded; null: none since the rate was forgotten.';
comment on column corkboard.webhook_throttles.rate is
  'How many attempts may start per second, as of resumes_at; quiet minutes since then raise it. Null: no limit is known.';

comment on column corkboard.webhook_attempts.reason is
  'In words, what prevented a response, as in "certificate is self-signed", or where a redirect leads; null if there was another response or nothing more is known than the outcome.';
