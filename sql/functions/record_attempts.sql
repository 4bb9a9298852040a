-- What came of attempts, many at once: they are few statements then, and not few per attempt. Rows are
-- locked in one order, deliveries first and endpoints after them, so that recorders cannot deadlock.
create or replace function corkboard.record_attempts(p_attempts json) returns void
language plpgsql
as $$
declare
  v_retries corkboard.webhook_deliveries[];
  v_marks json;
begin
  with given as (
    select a.*
      from rows from (json_to_recordset(p_attempts) as (
        "workspaceId" uuid, "deliveryId" uuid, "turn" integer, "claim" uuid, "outcome" text, "status" integer,
        "durationMs" integer, "response" text, "attemptedAt" timestamptz)) with ordinality
        as a (workspace, delivery, job_turn, claim, outcome, status_code, duration_ms, response, attempted_at, n)
     order by a.workspace, a.delivery),
  -- One after the other by the primary key, in one order for everybody.
  attempted as materialized (
    select d.*, g.*
      from given g
     cross join lateral (
       select d.workspace_id, d.id, d.status, d.turn, d.attempts_made, d.counted
         from corkboard.webhook_deliveries d
        where d.workspace_id = g.workspace and d.id = g.delivery
          for no key update) d),
  logged as (
    insert into corkboard.webhook_attempts
      (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
    select a.workspace_id, a.id, a.attempts_made + 1, a.outcome, a.status_code, a.duration_ms, a.response, a.attempted_at
      from attempted a),
  judged as (
    -- An attempt of an earlier turn (the delivery was replayed meanwhile) ends, and decides nothing but success.
    select a.*, case
        when a.outcome = 'succeeded' then 'succeeded'
        when a.status <> 'pending' or a.turn <> a.job_turn then a.status
        when corkboard.retry_delay(a.attempts_made + 1) is null then 'failed'
        else 'pending'
      end as verdict
      from attempted a),
  settled as (
    update corkboard.webhook_deliveries d
       set status = j.verdict,
           attempts_made = case when d.status = 'pending' and d.turn = j.job_turn then d.attempts_made + 1 else d.attempts_made end,
           turn = case when j.verdict = 'pending' and d.turn = j.job_turn then d.turn + 1 else d.turn end,
           due_at = case
             when j.verdict <> 'pending' then null
             when d.turn = j.job_turn then clock_timestamp() + corkboard.retry_delay(d.attempts_made + 1)
             else d.due_at end,
           settled_at = case
             when j.verdict = 'pending' then null
             when j.verdict = d.status then d.settled_at
             else clock_timestamp() end,
           counted = d.counted or j.verdict = 'failed',
           claim = case when d.claim <> j.claim then d.claim end,
           claimed_until = case when d.claim <> j.claim then d.claimed_until end
      from judged j
     where d.workspace_id = j.workspace_id and d.id = j.id
    returning d, j.n, j.status as before, j.counted as counted_before, j.turn as turn_before)
  select array_agg(s.d) filter (where (s.d).status = 'pending' and (s.d).turn > s.turn_before),
         json_agg(json_build_object('workspace', (s.d).workspace_id, 'endpoint', (s.d).endpoint_id,
             'succeeded', (s.d).status = 'succeeded') order by s.n)
           filter (where (s.d).status = 'succeeded'
              or (s.d).status = 'failed' and s.before = 'pending' and not s.counted_before)
    into v_retries, v_marks
    from settled s;
  perform corkboard.enqueue_attempts(v_retries);
  perform corkboard.mark_endpoints(v_marks);
end
$$;
comment on function corkboard.record_attempts(json) is
  'Records attempts ({workspaceId, deliveryId, turn, claim, outcome, status, durationMs, response, attemptedAt}): the delivery succeeds, is tried again by the schedule, or fails; its endpoint is turned off after 20 failed deliveries in a row.';
