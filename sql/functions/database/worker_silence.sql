create or replace function corkboard.worker_silence() returns interval
language sql immutable
as $$ select interval '30 seconds' $$;
comment on function corkboard.worker_silence() is
  'After how long without a heartbeat a worker counts as dead. It reports every ten seconds.';
