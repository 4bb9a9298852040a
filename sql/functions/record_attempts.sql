-- What came of attempts, many at once: they are few statements then, and not few per attempt. Rows are locked in
-- everybody's order, claims first, then deliveries, then endpoints, so that recorders cannot deadlock.
-- A key is looked up as `a = any (array[x]) and b between y and y`, which leaves the planner no other way: by a plain `=`
-- it joins the other way round as well, through the whole of a table, and does so where statistics or a plan made
-- earlier take that table, which grows and shrinks, for a small one.
create or replace function corkboard.record_attempts(
  p_workspaces uuid[], p_deliveries uuid[], p_turns integer[], p_claims uuid[], p_outcomes text[], p_statuses integer[],
  p_durations integer[], p_responses text[], p_times timestamptz[]
) returns void
language plpgsql
set enable_seqscan = off
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_retries uuid[];
  v_workspaces uuid[];
  v_endpoints uuid[];
  v_successes boolean[];
begin
  -- The job ends in a later transaction: what a crash of the server forgets of this, it forgets of that, and the job runs again.
  set local synchronous_commit = off;
  delete from corkboard.webhook_claims c
   where c.ctid = any (array(
     select c.ctid
       from unnest(p_workspaces, p_deliveries, p_claims) a (workspace_id, delivery_id, claim)
       join corkboard.webhook_claims c
         on c.workspace_id = any (array[a.workspace_id]) and c.id between a.delivery_id and a.delivery_id and c.claim = a.claim
      order by c.workspace_id, c.id
        for update of c));
  with decided as materialized (
    select a.*, a.attempted_at + a.duration_ms * interval '1 millisecond' as ended_at,
           d.endpoint_id, d.attempts_made, d.due_at, d.settled_at, d.counted_at, d.status as status_before,
           corkboard.attempt_verdict(a.outcome, d.status, d.turn = a.turn, d.attempts_made) as status,
           d.status = 'pending' and d.turn = a.turn as is_its_turn
      from unnest(p_workspaces, p_deliveries, p_turns, p_outcomes, p_statuses, p_durations, p_responses, p_times)
        with ordinality a (workspace_id, delivery_id, turn, outcome, status_code, duration_ms, response, attempted_at, n)
      join corkboard.webhook_deliveries d
        on d.workspace_id = any (array[a.workspace_id]) and d.id between a.delivery_id and a.delivery_id
     order by d.workspace_id, d.id
       for no key update of d),
  written as (
    update corkboard.webhook_deliveries d
       set status = v.status,
           attempts_made = v.attempts_made + v.is_its_turn::integer,
           turn = d.turn + (v.is_its_turn and v.status = 'pending')::integer,
           due_at = case when v.status <> 'pending' then null
                         when v.is_its_turn then v.ended_at + corkboard.retry_delay(v.attempts_made + 1)
                         else v.due_at end,
           settled_at = case when v.status = 'pending' then null
                             when v.status = v.status_before then v.settled_at
                             else v_now end,
           counted_at = case when v.status = 'failed' then coalesce(v.counted_at, v_now) else v.counted_at end
      from decided v
     where d.workspace_id = any (array[v.workspace_id]) and d.id between v.delivery_id and v.delivery_id),
  logged as (
    insert into corkboard.webhook_attempts
      (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
    select v.workspace_id, v.delivery_id, greatest(v.attempts_made + v.is_its_turn::integer, 1),
           v.outcome, v.status_code, v.duration_ms, v.response, v.attempted_at
      from decided v),
  -- A success counts each time, a failure once for each delivery.
  counted as (
    select v.* from decided v
     where v.outcome = 'succeeded' or v.status = 'failed' and v.counted_at is null)
  select (select array_agg(v.delivery_id) from decided v where v.is_its_turn and v.status = 'pending'),
         array_agg(c.workspace_id order by c.n),
         array_agg(c.endpoint_id order by c.n),
         array_agg(c.status = 'succeeded' order by c.n)
    into v_retries, v_workspaces, v_endpoints, v_successes
    from counted c;
  if v_retries is not null then
    perform corkboard.enqueue_attempts((
      select array_agg(d) from corkboard.webhook_deliveries d where d.id = any (v_retries)));
  end if;
  perform corkboard.mark_endpoints(v_workspaces, v_endpoints, v_successes);
end
$$;
comment on function corkboard.record_attempts(uuid[], uuid[], integer[], uuid[], text[], integer[], integer[], text[], timestamptz[]) is
  'Records attempts, one to a place in the arrays (durations in ms): the delivery succeeds, is tried again by the schedule, or fails; its endpoint is turned off after 20 failed deliveries in a row.';
