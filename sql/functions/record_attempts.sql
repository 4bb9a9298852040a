-- What came of attempts, many at once: they are few statements then, and not few per attempt. Rows are
-- locked in one order, claims first, then deliveries, then endpoints, so that recorders cannot deadlock; by their keys
-- and in no other way, as in claim_attempts.
create or replace function corkboard.record_attempts(
  p_workspaces uuid[], p_deliveries uuid[], p_turns integer[], p_claims uuid[], p_outcomes text[], p_statuses integer[],
  p_durations integer[], p_responses text[], p_times timestamptz[]
) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_retries uuid[];
  v_workspaces uuid[];
  v_endpoints uuid[];
  v_successes boolean[];
begin
  -- The job ends in a later transaction: what a crash of the server forgets of this, it forgets of that, and the job runs again.
  set local synchronous_commit = off;
  delete from corkboard.webhook_claims c
   using (select *
            from unnest(p_workspaces, p_deliveries, p_claims) as a (workspace_id, delivery_id, claim)
           order by 1, 2) g
   where c.workspace_id = any (array[g.workspace_id]) and c.id between g.delivery_id and g.delivery_id and c.claim = g.claim;
  with given as (
    select *
      from unnest(p_workspaces, p_deliveries, p_turns, p_outcomes, p_statuses, p_durations, p_responses, p_times)
        with ordinality as a (workspace_id, delivery_id, turn, outcome, status_code, duration_ms, response, attempted_at, n)
     order by workspace_id, delivery_id),
  recorded as (
    update corkboard.webhook_deliveries d
       set (status, attempts_made, turn, due_at, settled_at, counted_at) = (
         select v.verdict,
                d.attempts_made + v.counts::integer,
                d.turn + (v.counts and v.verdict = 'pending')::integer,
                case when v.verdict <> 'pending' then null
                     when v.counts then v_now + corkboard.retry_delay(d.attempts_made + 1)
                     else d.due_at end,
                case when v.verdict = 'pending' then null
                     when v.verdict = d.status then d.settled_at
                     else v_now end,
                case when v.verdict = 'failed' then coalesce(d.counted_at, v_now) else d.counted_at end
           from (select corkboard.attempt_verdict(g.outcome, d.status, d.turn = g.turn, d.attempts_made) as verdict,
                        d.status = 'pending' and d.turn = g.turn as counts) v)
      from given g
     where d.workspace_id = any (array[g.workspace_id]) and d.id between g.delivery_id and g.delivery_id
    returning d.workspace_id, d.id, d.endpoint_id, d.attempts_made, d.turn = g.turn + 1 and d.due_at > v_now as again,
              d.status = 'succeeded' as succeeded, g.outcome = 'succeeded' or d.counted_at = v_now as counts,
              g.outcome, g.status_code, g.duration_ms, g.response, g.attempted_at, g.n),
  logged as (
    insert into corkboard.webhook_attempts
      (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
    select r.workspace_id, r.id, greatest(r.attempts_made, 1), r.outcome, r.status_code, r.duration_ms, r.response, r.attempted_at
      from recorded r)
  select array_agg(r.id) filter (where r.again),
         array_agg(r.workspace_id order by r.n) filter (where r.counts),
         array_agg(r.endpoint_id order by r.n) filter (where r.counts),
         array_agg(r.succeeded order by r.n) filter (where r.counts)
    into v_retries, v_workspaces, v_endpoints, v_successes
    from recorded r;
  if v_retries is not null then
    perform corkboard.enqueue_attempts((
      select array_agg(d) from corkboard.webhook_deliveries d where d.id = any (v_retries)));
  end if;
  perform corkboard.mark_endpoints(v_workspaces, v_endpoints, v_successes);
end
$$;
comment on function corkboard.record_attempts(uuid[], uuid[], integer[], uuid[], text[], integer[], integer[], text[], timestamptz[]) is
  'Records attempts, one to a place in the arrays (durations in ms): the delivery succeeds, is tried again by the schedule, or fails; its endpoint is turned off after 20 failed deliveries in a row.';
