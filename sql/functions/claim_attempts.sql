-- A worker claims a delivery before it sends, so that no two attempts of one overlap: not when a worker was
-- only thought dead, nor when a replay comes while an attempt is under way. The claim of a worker
-- that dies runs out by itself: in 20 seconds, longer than an attempt may take and than it takes to record it.
-- Few rows by their keys, one after the other: the limit leaves the planner no other way. Without it he joins the other
-- way round as well, through the whole of a table, and does so where statistics or a plan made earlier take that
-- table, which grows and shrinks, for a small one.
-- The keys' order is everybody's order, and claims come before deliveries, so that nobody deadlocks.
create or replace function corkboard.claim_attempts(p_workspaces uuid[], p_deliveries uuid[], p_turns integer[])
returns table (
  "deliveryId" uuid, turn integer, claim uuid, "claimedAt" text, "busyMs" integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[]
)
language plpgsql
set enable_seqscan = off
as $$
declare
  c_claim constant interval := '20 seconds';
  v_claim constant uuid := gen_random_uuid();
  -- The time by which attempts are signed and recorded: the database's, for a worker's clock may be wrong.
  v_at constant text := corkboard.iso(clock_timestamp());
begin
  insert into corkboard.webhook_claims as c (workspace_id, id, claim, claimed_until)
  select distinct on (1, 2) j.workspace_id, j.id, v_claim, clock_timestamp() + c_claim
    from unnest(p_workspaces, p_deliveries) as j (workspace_id, id)
   order by 1, 2
  on conflict (workspace_id, id) do update
     set claim = excluded.claim, claimed_until = excluded.claimed_until
   where c.claimed_until <= clock_timestamp();
  -- A statement of its own: it sees what was recorded by whoever held these claims until just now.
  return query
  with wanted as (
    select distinct on (1, 2) j.*
      from unnest(p_workspaces, p_deliveries, p_turns) as j (workspace_id, id, turn)
     order by 1, 2, 3 desc),
  found as materialized (
    select w.workspace_id, w.id, w.turn, c.claim, c.claimed_until, d.id is not null and e.disabled_at is null as waits,
           d.event, d.created_at, d.data, e.url, e.format, e.secrets, e.disabled_at is not null and e.removed_at is null as misses
      from wanted w
      left join lateral (
        select * from corkboard.webhook_claims c where c.workspace_id = w.workspace_id and c.id = w.id limit 1) c on true
      left join lateral (
        select * from corkboard.webhook_deliveries d where d.workspace_id = w.workspace_id and d.id = w.id limit 1) d
        on d.turn = w.turn and d.status = 'pending'
      left join lateral (
        select e.url, e.format, e.disabled_at, e.removed_at, corkboard.live_secrets(e) as secrets
          from corkboard.webhook_endpoints e where e.workspace_id = d.workspace_id and e.id = d.endpoint_id limit 1) e on true),
  -- Recorded while its endpoint was being turned off. Where it was removed, its deliveries are being deleted.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = clock_timestamp()
      from found f
     where d.workspace_id = any (array[f.workspace_id]) and d.id between f.id and f.id and f.misses
       and d.due_at is not null and d.turn = f.turn),
  released as (
    delete from corkboard.webhook_claims c
     using found f
     where c.workspace_id = any (array[f.workspace_id]) and c.id between f.id and f.id and c.claim = v_claim and not f.waits)
  -- Whoever held it a moment ago may have given it up by now.
  select f.id, f.turn, case when f.claim = v_claim then v_claim end, v_at,
         case when f.claim is distinct from v_claim then
           ceil(extract(epoch from greatest(f.claimed_until - clock_timestamp(), interval '0')) * 1000)::integer end,
         f.event, corkboard.iso(f.created_at), f.data::text, f.url, f.format, f.secrets
    from found f
   where f.waits;
end
$$;
comment on function corkboard.claim_attempts(uuid[], uuid[], integer[]) is
  'Claims the deliveries of these jobs, one to a place in the arrays, for an attempt now. Answers what to send, the live secrets, the newest first, and the time; a null claim where another attempt is under way, and in busyMs for how long at most; nothing for one that does not wait any more.';
