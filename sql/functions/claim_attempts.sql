-- A worker claims a delivery before it sends, so that no two attempts of one overlap: not when a worker was
-- only thought dead, nor when a replay comes while an attempt is under way. The claim of a worker
-- that dies runs out by itself: in 20 seconds, longer than an attempt may take and than it takes to record it.
create or replace function corkboard.claim_attempts(p_jobs json)
returns table (
  "deliveryId" uuid, claim uuid, "busyMs" integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[]
)
language plpgsql
as $$
begin
  return query
  with wanted as (
    select j."workspaceId", j."deliveryId", j.turn
      from json_to_recordset(p_jobs) as j ("workspaceId" uuid, "deliveryId" uuid, turn integer)
     order by 1, 2),
  -- One after the other by the primary key, in one order for everybody. What is asked of the rows is asked after
  -- that: with the status in the condition the planner takes the index of all that is pending.
  locked as materialized (
    select d.*, d.turn = w.turn as current
      from wanted w
     cross join lateral (
       select d.workspace_id, d.id, d.endpoint_id, d.status, d.turn, d.claimed_until
         from corkboard.webhook_deliveries d
        where d.workspace_id = w."workspaceId" and d.id = w."deliveryId"
          for no key update) d),
  waiting as (
    select l.*, coalesce(l.claimed_until <= clock_timestamp(), true) as free
      from locked l
     where l.status = 'pending' and l.current),
  -- Recorded while its endpoint was being turned off.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = clock_timestamp()
      from waiting w
      join corkboard.webhook_endpoints e on e.workspace_id = w.workspace_id and e.id = w.endpoint_id
     where d.workspace_id = w.workspace_id and d.id = w.id and e.disabled_at is not null),
  claimed as (
    update corkboard.webhook_deliveries d
       set claim = gen_random_uuid(), claimed_until = clock_timestamp() + interval '20 seconds'
      from waiting w
      join corkboard.webhook_endpoints e on e.workspace_id = w.workspace_id and e.id = w.endpoint_id
     where d.workspace_id = w.workspace_id and d.id = w.id and w.free and e.disabled_at is null
    returning d as delivery, e as endpoint)
  select (c.delivery).id, (c.delivery).claim, null::integer,
         (c.delivery).event, corkboard.iso((c.delivery).created_at), (c.delivery).data::text,
         (c.endpoint).url, (c.endpoint).format,
         corkboard.live_secrets(c.endpoint)
    from claimed c
  union all
  select w.id, null, ceil(extract(epoch from w.claimed_until - clock_timestamp()) * 1000)::integer,
         null, null, null, null, null, null
    from waiting w
   where not w.free;
end
$$;
comment on function corkboard.claim_attempts(json) is
  'Claims the deliveries of these jobs ({workspaceId, deliveryId, turn}) for an attempt now. Answers what to send and the live secrets, the newest first; a null claim where another attempt is under way, for busyMs at most; nothing for one that does not wait any more.';
