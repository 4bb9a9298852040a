-- What came of attempts, many at once: they are few statements then, and not few per attempt. Rows are
-- locked in one order, deliveries first and endpoints after them, so that recorders cannot deadlock; by their keys,
-- as in claim_attempts.
create or replace function corkboard.record_attempts(p_attempts json) returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_retries corkboard.webhook_deliveries[];
  v_marks json;
begin
  -- The job ends in a later transaction: what a crash of the server forgets of this, it forgets of that, and the job runs again.
  set local synchronous_commit = off;
  with given as (
    select a.*
      from rows from (json_to_recordset(p_attempts) as (
        "workspaceId" uuid, "deliveryId" uuid, "turn" integer, "claim" uuid, "outcome" text, "status" integer,
        "durationMs" integer, "response" text, "attemptedAt" timestamptz)) with ordinality
        as a (workspace_id, delivery_id, turn, claim, outcome, status_code, duration_ms, response, attempted_at, n)
     order by a.workspace_id, a.delivery_id),
  recorded as (
    update corkboard.webhook_deliveries d
       set (status, attempts_made, turn, due_at, settled_at, counted_at, claim, claimed_until) = (
         select v.verdict,
                d.attempts_made + v.counts::integer,
                d.turn + (v.counts and v.verdict = 'pending')::integer,
                case when v.verdict <> 'pending' then null
                     when v.counts then v_now + corkboard.retry_delay(d.attempts_made + 1)
                     else d.due_at end,
                case when v.verdict = 'pending' then null
                     when v.verdict = d.status then d.settled_at
                     else v_now end,
                case when v.verdict = 'failed' then coalesce(d.counted_at, v_now) else d.counted_at end,
                case when d.claim <> g.claim then d.claim end,
                case when d.claim <> g.claim then d.claimed_until end
           from (select corkboard.attempt_verdict(g.outcome, d.status, d.turn = g.turn, d.attempts_made) as verdict,
                        d.status = 'pending' and d.turn = g.turn as counts) v)
      from given g
     where d.workspace_id = g.workspace_id and d.id = g.delivery_id
    returning d, g),
  logged as (
    insert into corkboard.webhook_attempts
      (workspace_id, delivery_id, number, outcome, status_code, duration_ms, response, attempted_at)
    select (r.g).workspace_id, (r.g).delivery_id, greatest((r.d).attempts_made, 1), (r.g).outcome, (r.g).status_code,
           (r.g).duration_ms, (r.g).response, (r.g).attempted_at
      from recorded r)
  select array_agg(r.d) filter (where (r.d).turn = (r.g).turn + 1 and (r.d).due_at > v_now),
         json_agg(json_build_object('workspace', (r.d).workspace_id, 'endpoint', (r.d).endpoint_id,
             'succeeded', (r.d).status = 'succeeded') order by (r.g).n)
           filter (where (r.g).outcome = 'succeeded' or (r.d).counted_at = v_now)
    into v_retries, v_marks
    from recorded r;
  perform corkboard.enqueue_attempts(v_retries);
  perform corkboard.mark_endpoints(v_marks);
end
$$;
comment on function corkboard.record_attempts(json) is
  'Records attempts ({workspaceId, deliveryId, turn, claim, outcome, status, durationMs, response, attemptedAt}): the delivery succeeds, is tried again by the schedule, or fails; its endpoint is turned off after 20 failed deliveries in a row.';
