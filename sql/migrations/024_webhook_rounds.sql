alter table corkboard.webhook_deliveries
  add column round integer not null default 1,
  add column attempts_before integer not null default 0;
comment on column corkboard.webhook_deliveries.round is
  'How often its schedule has been begun: 1, and one more for each replay.';
comment on column corkboard.webhook_deliveries.attempts_before is 'Attempts of earlier rounds.';
