-- A worker claims a delivery before it sends, so that no two attempts of one overlap: not when a worker was
-- only thought dead, nor when a replay comes while an attempt is under way. The claim of a worker
-- that dies runs out by itself: in 20 seconds, longer than an attempt may take and than it takes to record it.
-- Few rows by their keys, one after the other: so it stays (no hash, no merge), whatever the statistics say of a
-- table that grows and shrinks. The job's order is everybody's order, so that claimers cannot deadlock.
create or replace function corkboard.claim_attempts(p_jobs json)
returns table (
  "deliveryId" uuid, turn integer, claim uuid, "busyMs" integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[]
)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  c_claim constant interval := '20 seconds';
begin
  -- A claim that a crash of the server forgets is one that may be made again.
  set local synchronous_commit = off;
  return query
  with wanted as (
    select j."workspaceId" as workspace_id, j."deliveryId" as id, j.turn
      from json_to_recordset(p_jobs) as j ("workspaceId" uuid, "deliveryId" uuid, turn integer)
     order by 1, 2),
  -- due_at stands for the status: with that in the condition the planner takes the index of all that is pending.
  waiting as materialized (
    select d.workspace_id, d.id, d.turn, d.claimed_until, d.event, d.created_at, d.data,
           e.url, e.format, corkboard.live_secrets(e) as secrets, e.disabled_at
      from wanted w
      join corkboard.webhook_deliveries d on d.workspace_id = w.workspace_id and d.id = w.id
      join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
     where d.due_at is not null and d.turn = w.turn),
  claimed as (
    update corkboard.webhook_deliveries d
       set claim = gen_random_uuid(), claimed_until = clock_timestamp() + c_claim
      from waiting w
     where d.workspace_id = w.workspace_id and d.id = w.id and w.disabled_at is null
       and d.due_at is not null and d.turn = w.turn and coalesce(d.claimed_until <= clock_timestamp(), true)
    returning d.id, d.turn, d.claim, w.event, w.created_at, w.data, w.url, w.format, w.secrets),
  -- Recorded while its endpoint was being turned off.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = clock_timestamp()
      from waiting w
     where d.workspace_id = w.workspace_id and d.id = w.id and w.disabled_at is not null
       and d.due_at is not null and d.turn = w.turn)
  select c.id, c.turn, c.claim, (extract(epoch from c_claim) * 1000)::integer, c.event, corkboard.iso(c.created_at), c.data::text, c.url, c.format, c.secrets
    from claimed c
  union all
  -- Without a time in sight, another claimed it just now.
  select w.id, w.turn, null, ceil(extract(epoch from coalesce(w.claimed_until - clock_timestamp(), c_claim)) * 1000)::integer,
         null, null, null, null, null, null
    from waiting w
   where w.disabled_at is null and not exists (select from claimed c where c.id = w.id);
end
$$;
comment on function corkboard.claim_attempts(json) is
  'Claims the deliveries of these jobs ({workspaceId, deliveryId, turn}) for an attempt now. Answers what to send and the live secrets, the newest first; a null claim where another attempt is under way; busyMs, for how long the delivery is claimed at most; nothing for one that does not wait any more.';
