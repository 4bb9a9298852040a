create or replace function corkboard.live_workers() returns integer
language sql stable
as $$
  select count(*)::integer from corkboard.worker_pools p where p.seen_at >= clock_timestamp() - corkboard.worker_silence()
$$;
comment on function corkboard.live_workers() is
  'How many workers are alive. A worker whose jobs make no progress does not report, and so does not count.';
