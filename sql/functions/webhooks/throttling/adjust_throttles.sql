-- docs/deliveries.md explains the algorithm. Nothing is locked or written for a healthy endpoint with a wide enough
-- window and no waiting deliveries. Each response has its own effect, so the result does not depend on how
-- many are recorded together.
create or replace function corkboard.adjust_throttles(
  p_workspaces uuid[], p_endpoints uuid[], p_outcomes text[], p_statuses integer[], p_durations integer[],
  p_retry_afters integer[], p_concurrency integer[], p_times timestamptz[]
) returns boolean
language plpgsql
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
  c_widest constant integer := 256;
  v_now constant timestamptz := clock_timestamp();
  v_seen record;
  v_old corkboard.webhook_throttles;
  v_new corkboard.webhook_throttles;
  v_rate real;
  v_has_waiting boolean := false;
begin
  for v_seen in
    select a.*
      from corkboard.summarize_attempts(
             p_workspaces, p_endpoints, p_outcomes, p_statuses, p_durations, p_retry_afters, p_concurrency, p_times) a
      cross join lateral (
        select p.baseline_ms, p.first_failed_at, p.has_waiting, p.concurrency_window
          from corkboard.webhook_throttles p where p.workspace_id = coalesce(v_workspace, a.workspace_id) and p.id = a.endpoint_id limit 1) p
     where a.failed_at is not null or p.first_failed_at is not null or p.has_waiting or p.baseline_ms is null
        or p.concurrency_window < c_widest and a.highest_concurrency * 2 >= p.concurrency_window
        or abs(a.baseline_ms - p.baseline_ms) > p.baseline_ms / 4
     order by 1, 2
  loop
    select p.* into v_old from corkboard.webhook_throttles p
     where p.workspace_id = v_seen.workspace_id and p.id = v_seen.endpoint_id
     limit 1 for no key update;
    continue when not found;
    v_new := v_old;
    v_rate := corkboard.faded_rate(v_old, v_now);
    v_has_waiting := v_has_waiting or v_old.has_waiting;
    -- Until there is a response without concurrency, the fastest response serves as the baseline.
    v_new.baseline_ms := case
      when v_seen.baseline_ms is null then coalesce(v_old.baseline_ms, v_seen.shortest_ms)
      else coalesce(v_old.baseline_ms + (v_seen.baseline_ms - v_old.baseline_ms) / 4, v_seen.baseline_ms) end;
    v_new.concurrency_window := corkboard.adjusted_window(
      v_new, v_seen.durations, v_seen.concurrency, v_seen.successes, v_seen.failures, v_now);
    if v_seen.pause is not null then
      -- 503 signals a fault, not a rate limit.
      if v_seen.limited > 0 then
        if v_old.first_limited_at > v_now - corkboard.rate_period(v_seen.pause) - interval '10 seconds' then
          v_new.limited_attempts := v_old.limited_attempts + v_seen.limited;
        else
          v_new.limited_attempts := v_seen.limited;
          v_new.first_limited_at := v_now;
        end if;
      end if;
      -- Attempts that were in progress when a pause began add no information to a rate that is known.
      v_new.rate := case
        when v_seen.limited > 0 and (v_rate is null or v_old.resumes_at is null or v_seen.limited_at >= v_old.resumes_at)
        then corkboard.reduced_rate(v_new, v_seen.pause, v_now)
        else v_rate end;
      v_new.resumes_at := greatest(v_old.resumes_at, v_seen.resumes_at);
    -- A rate is proven only while attempts actually start at it.
    elsif v_old.has_waiting and v_rate is not null and v_old.next_attempt_at > v_now - greatest(interval '1 second' / v_rate, interval '250 milliseconds') then
      v_new.rate := corkboard.increased_rate(v_old, v_seen.successes, v_now);
    end if;
    v_new.first_failed_at := case when v_seen.successes = 0 then coalesce(v_old.first_failed_at, v_seen.failed_at) end;
    if v_new is distinct from v_old then
      update corkboard.webhook_throttles p
         set concurrency_window = v_new.concurrency_window, rate = v_new.rate, baseline_ms = v_new.baseline_ms,
             resumes_at = v_new.resumes_at, first_failed_at = v_new.first_failed_at,
             limited_attempts = v_new.limited_attempts, first_limited_at = v_new.first_limited_at
       where p.workspace_id = v_old.workspace_id and p.id = v_old.id;
    end if;
  end loop;
  return v_has_waiting;
end
$$;
comment on function corkboard.adjust_throttles(uuid[], uuid[], text[], integer[], integer[], integer[], integer[], timestamptz[]) is
  'Adjusts the throttles of endpoints to the outcomes of attempts (parallel arrays; durations and Retry-After in ms; p_concurrency: attempts in progress at the same time). Returns whether deliveries wait for any of these throttles.';
