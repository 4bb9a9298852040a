create or replace function corkboard.summarize_attempts(
  p_workspaces uuid[], p_endpoints uuid[], p_outcomes text[], p_statuses integer[], p_durations integer[],
  p_retry_afters integer[], p_concurrency integer[], p_times timestamptz[]
) returns table (
  workspace_id uuid, endpoint_id uuid, successes bigint, failures bigint, failed_at timestamptz,
  pause interval, resumes_at timestamptz, limited_at timestamptz, limited bigint,
  baseline_ms numeric, shortest_ms integer, durations integer[], concurrency integer[], highest_concurrency integer
)
language sql stable
as $$
  select a.workspace_id, a.endpoint_id,
         count(*) filter (where a.is_success),
         count(*) filter (where not a.is_success and a.pause is null),
         min(a.attempted_at) filter (where not a.is_success),
         max(a.pause),
         max(a.ended_at + a.pause),
         max(a.attempted_at) filter (where a.status = 429),
         count(*) filter (where a.status = 429),
         avg(a.duration_ms) filter (where a.is_success and a.concurrency <= 2),
         min(a.duration_ms) filter (where a.is_success),
         array_agg(a.duration_ms) filter (where a.is_success),
         array_agg(a.concurrency) filter (where a.is_success),
         max(a.concurrency) filter (where a.is_success)
    from (select u.workspace_id, u.endpoint_id, u.attempted_at, u.concurrency, u.outcome = 'succeeded' as is_success,
                 -- Shorter responses depend more on the network and this worker than on the endpoint.
                 greatest(u.duration_ms, 100) as duration_ms,
                 u.attempted_at + u.duration_ms * interval '1 millisecond' as ended_at,
                 u.status, corkboard.requested_pause(u.status, u.retry_after) as pause
            from unnest(p_workspaces, p_endpoints, p_outcomes, p_statuses, p_durations, p_retry_afters, p_concurrency, p_times)
              as u (workspace_id, endpoint_id, outcome, status, duration_ms, retry_after, concurrency, attempted_at)) a
   group by 1, 2
$$;
comment on function corkboard.summarize_attempts(uuid[], uuid[], text[], integer[], integer[], integer[], integer[], timestamptz[]) is
  'Summarizes attempts (parallel arrays, as in adjust_throttles) for each endpoint: successes and failures, a requested pause and when it ends, the last 429 and how many there were, and the durations and concurrency of successful responses.';
