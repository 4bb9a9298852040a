-- Records many attempts with a few statements: it locks the rows, evaluates each attempt, then writes. All functions
-- lock in the same order (claims, deliveries, endpoints, throttles, counts, each by key), so that they cannot deadlock. Rows
-- are looked up and plans made as in claim_attempts. Beside a ctid, no index may serve the condition on the workspace.
create or replace function corkboard.record_attempts(
  p_workspaces uuid[], p_endpoints uuid[], p_deliveries uuid[], p_job_numbers integer[], p_claims uuid[], p_concurrency integer[],
  p_outcomes text[], p_statuses integer[], p_durations integer[], p_reasons text[], p_responses text[],
  p_retry_afters integer[], p_times timestamptz[], p_signatures text[]
) returns boolean
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set jit = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  v_now constant timestamptz := clock_timestamp();
  v_random double precision[];
  v_ids uuid[];
  v_retried corkboard.webhook_deliveries[];
  v_rounds integer[];
  v_numbers integer[];
  v_workspaces uuid[];
  v_endpoints uuid[];
  v_successes boolean[];
  v_has_waiting boolean;
begin
  -- The job is deleted in a later transaction. A server crash that loses this transaction loses that one too, and the
  -- job runs again. A delivery claimed from webhook_throttled_deliveries is still there then.
  set local synchronous_commit = off;
  -- Before the statements that use them, in which Citus allows no volatile functions.
  select array_agg(random()), array_agg(corkboard.uuid_v7()) into v_random, v_ids from unnest(p_deliveries);
  perform corkboard.release_claims(p_workspaces, p_deliveries, p_claims);
  perform corkboard.lock_attempted_deliveries(p_workspaces, p_deliveries);
  with attempt as materialized (
    select v.*, a.*,
           a.attempted_at + a.duration_ms * interval '1 millisecond' + r.delay
             -- Up to a tenth later, so that deliveries that failed together are not all retried together; the specification
             -- allows five minutes.
             + a.random * least(r.delay / 10, interval '5 minutes') as retry_at
      from corkboard.evaluate_attempts(p_workspaces, p_deliveries, p_job_numbers, p_outcomes) v
      join unnest(p_outcomes, p_durations, p_times, p_job_numbers, v_random) with ordinality
        a (outcome, duration_ms, attempted_at, job_number, random, place) on a.place = v.n
      cross join lateral (select (corkboard.retry_delays())[v.attempts_made] as delay) r),
  written as (
    update corkboard.webhook_deliveries d
       set status = a.status,
           attempts_made = a.attempts_made,
           job_number = d.job_number + a.is_retried::integer,
           due_at = case when a.is_retried then a.retry_at
                         when a.status = 'pending' then d.due_at end,
           settled_at = case when a.status = d.status then d.settled_at
                             when a.status <> 'pending' then v_now end,
           failure_counted_at = case when a.status = 'failed' and a.is_counted then v_now else d.failure_counted_at end
      from attempt a
     where d.workspace_id = coalesce(v_workspace, d.workspace_id) and d.ctid = a.delivery_row
    returning row(d.*)::corkboard.webhook_deliveries as delivery, a.is_retried),
  dequeued as (
    delete from corkboard.webhook_throttled_deliveries w
     using attempt a, lateral (
       select w.ctid as waiting_row from corkboard.webhook_throttled_deliveries w
        where w.workspace_id = coalesce(v_workspace, a.workspace_id) and w.id = a.delivery_id and w.job_number <= a.job_number limit 1) o
     where w.workspace_id = coalesce(v_workspace, w.workspace_id) and w.ctid = o.waiting_row)
  select (select array_agg(w.delivery) from written w where w.is_retried),
         array_agg(a.round order by a.n),
         array_agg(a.number order by a.n),
         array_agg(a.workspace_id order by a.n) filter (where a.is_counted),
         array_agg(a.endpoint_id order by a.n) filter (where a.is_counted),
         array_agg(a.outcome = 'succeeded' order by a.n) filter (where a.is_counted)
    into v_retried, v_rounds, v_numbers, v_workspaces, v_endpoints, v_successes
    from attempt a;
  insert into corkboard.webhook_attempts
    (workspace_id, id, delivery_id, round, number, outcome, status_code, duration_ms, reason, response, attempted_at, signatures)
  select d.workspace_id, a.attempt_id, a.id, a.round, a.number, a.outcome, a.status_code, a.duration_ms, a.reason, a.response,
         a.attempted_at, a.signatures
    from unnest(p_workspaces, v_ids, p_deliveries, v_rounds, v_numbers, p_outcomes, p_statuses, p_durations, p_reasons,
                p_responses, p_times, p_signatures)
           as a (workspace_id, attempt_id, id, round, number, outcome, status_code, duration_ms, reason, response, attempted_at,
                 signatures)
    cross join lateral (
      select d.workspace_id from corkboard.webhook_deliveries d where d.workspace_id = coalesce(v_workspace, a.workspace_id) and d.id = a.id limit 1) d;
  perform corkboard.enqueue_attempts(v_retried);
  perform corkboard.count_endpoint_results(v_workspaces, v_endpoints, v_successes);
  v_has_waiting := corkboard.adjust_throttles(
    p_workspaces, p_endpoints, p_outcomes, p_statuses, p_durations, p_retry_afters, p_concurrency, p_times);
  perform corkboard.count_attempts(p_workspaces, p_endpoints, p_outcomes, p_durations, p_times);
  return v_has_waiting;
end
$$;
comment on function corkboard.record_attempts(
  uuid[], uuid[], uuid[], integer[], uuid[], integer[], text[], integer[], integer[], text[], text[], integer[], timestamptz[], text[]) is
  'Records attempts (parallel arrays; durations and Retry-After in ms; p_concurrency: attempts in progress at the same time; p_signatures: as sent, null for unsigned ones). Each delivery succeeds, is retried on schedule, or fails; the endpoint''s throttle adapts, and 20 failed deliveries in a row disable the endpoint. Returns whether deliveries wait for any of these throttles.';
