-- Records the outcomes of many attempts together, with a few statements for all of them: rows are locked, then it is
-- decided what becomes of each delivery, then that is written. Everybody locks in the same order (claims, deliveries,
-- endpoints, each by their keys), so that nobody deadlocks. Rows are looked up, and plans made, as in claim_attempts.
create or replace function corkboard.record_attempts(
  p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[], p_claims uuid[], p_outcomes text[], p_statuses integer[],
  p_durations integer[], p_responses text[], p_times timestamptz[]
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_retried corkboard.webhook_deliveries[];
  v_workspaces uuid[];
  v_endpoints uuid[];
  v_successes boolean[];
begin
  -- The job is deleted in a later transaction. A crash of the server that loses this one loses that one too, and the
  -- job runs again.
  set local synchronous_commit = off;
  perform corkboard.give_up_claims(p_workspaces, p_deliveries, p_claims);
  perform corkboard.lock_attempted(p_workspaces, p_deliveries);
  with attempt as materialized (
    select v.*, a.*, a.attempted_at + a.duration_ms * interval '1 millisecond' as ended_at
      from corkboard.decide_attempts(p_workspaces, p_deliveries, p_job_numbers, p_outcomes) v
      join unnest(p_outcomes, p_statuses, p_durations, p_responses, p_times) with ordinality
        a (outcome, status_code, duration_ms, response, attempted_at, place) on a.place = v.n),
  written as (
    update corkboard.webhook_deliveries d
       set status = a.status,
           attempts_made = d.attempts_made + a.is_current::integer,
           job_number = d.job_number + a.is_retried::integer,
           due_at = case when a.is_retried then a.ended_at + corkboard.retry_delay(a.number)
                         when a.status = 'pending' then d.due_at end,
           settled_at = case when a.status = d.status then d.settled_at
                             when a.status <> 'pending' then v_now end,
           counted_at = case when a.status = 'failed' and a.is_counted then v_now else d.counted_at end
      from attempt a
     where d.ctid = a.delivery_row
    returning d as delivery, a.is_retried),
  logged as (
    insert into corkboard.webhook_attempts
      (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
    select a.workspace_id, a.delivery_id, a.number, a.outcome, a.status_code, a.duration_ms, a.response, a.attempted_at
      from attempt a)
  select (select array_agg(w.delivery) from written w where w.is_retried),
         array_agg(a.workspace_id order by a.n),
         array_agg(a.endpoint_id order by a.n),
         array_agg(a.outcome = 'succeeded' order by a.n)
    into v_retried, v_workspaces, v_endpoints, v_successes
    from attempt a where a.is_counted;
  perform corkboard.enqueue_attempts(v_retried);
  perform corkboard.mark_endpoints(v_workspaces, v_endpoints, v_successes);
end
$$;
comment on function corkboard.record_attempts(uuid[], uuid[], integer[], uuid[], text[], integer[], integer[], text[], timestamptz[]) is
  'Records attempts, one to a place in the arrays (durations in ms): the delivery succeeds, is tried again by the schedule, or fails; its endpoint is turned off after 20 failed deliveries in a row.';
