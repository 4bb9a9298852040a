alter table corkboard.webhook_attempts
  add column round integer not null default 1,
  add column reason text;
comment on column corkboard.webhook_attempts.round is 'Which round of its delivery it was made in; each replay begins another.';
comment on column corkboard.webhook_attempts.number is 'Which attempt of its delivery, counted from 1 over all rounds.';
comment on column corkboard.webhook_attempts.reason is
  'In words, what kept it from an answer, as in "certificate is self-signed"; null: there was an answer, or nothing more is known than the outcome.';
