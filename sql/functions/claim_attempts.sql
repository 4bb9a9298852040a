-- A worker claims a delivery before it sends, so that two attempts of one delivery never overlap: neither where a
-- worker only seemed to be dead, nor where a replay comes while an attempt is under way. The claim of a worker that
-- dies expires after 20 seconds, longer than an attempt and its recording may take. An endpoint's live claims are also
-- what its window counts, so a worker that dies takes nothing away from it for longer than that.
--
-- Each row is looked up by its key with `cross join lateral (… limit 1)`. A plain join would find the same rows. But
-- these tables are empty in a quiet hour and long in a busy one, and with statistics or a plan from the quiet hour the
-- planner would scan them. The limit leaves it no choice. Rows that were looked up are changed by their ctid: with
-- sequential scans off, there is no other way to them. One generic plan is made for each connection. Left to itself
-- PostgreSQL makes a new plan for each round of a few deliveries, which takes as long as the round itself. Functions lock
-- rows in the same order, each kind by its keys, so that they don't deadlock: claims, deliveries, endpoints, paces. Here
-- the rare deliveries that become missed, and in take_waiting the claims, are locked after the paces. Should two
-- transactions wait for each other because of that, PostgreSQL ends one and the worker repeats it.
create or replace function corkboard.claim_attempts(
  p_workspaces uuid[], p_endpoints uuid[], p_deliveries uuid[], p_job_numbers integer[]
) returns table (
  "workspaceId" uuid, "endpointId" uuid, "deliveryId" uuid, "jobNumber" integer, claim uuid, "claimedAt" text, "atOnce" integer, room integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[],
  "requestId" uuid, traceparent text, locale text, "timeZone" text
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  c_claim constant interval := '20 seconds';
  v_claim constant uuid := gen_random_uuid();
  v_without_webhooks constant uuid[] := array(
    select w.id from (select distinct unnest(p_workspaces) as id) w where not (corkboard.plan_of(w.id)).webhooks);
begin
  perform corkboard.check_nobody_entered();
  perform corkboard.check_not_copy();
  -- If a crash of the server loses this, the claims are lost as well, and the jobs run again.
  set local synchronous_commit = off;
  insert into corkboard.webhook_claims as c (workspace_id, id, endpoint_id, claim, claimed_until)
  select distinct on (1, 2) j.workspace_id, j.id, j.endpoint_id, v_claim, clock_timestamp() + c_claim
    from unnest(p_workspaces, p_deliveries, p_endpoints) as j (workspace_id, id, endpoint_id)
   order by 1, 2
  on conflict (workspace_id, id) do update
     set endpoint_id = excluded.endpoint_id, claim = excluded.claim, claimed_until = excluded.claimed_until
   where c.claimed_until <= clock_timestamp();
  perform corkboard.lock_paces(p_workspaces, p_endpoints);
  if v_without_webhooks <> '{}' then
    perform corkboard.rest_attempts(v_without_webhooks, p_workspaces, p_deliveries, p_job_numbers);
  end if;
  -- A separate statement, so that it sees what the last holder of these claims has just recorded, and the claims of all
  -- who had the lock before.
  return query
  with moment as materialized (select clock_timestamp() as at),
  wanted as (
    select distinct on (1, 2) j.*
      from unnest(p_workspaces, p_deliveries, p_job_numbers, p_endpoints) with ordinality
        as j (workspace_id, id, job_number, endpoint_id, n)
     order by 1, 2, 3 desc),
  found as materialized (
    select w.workspace_id, w.endpoint_id, w.id, w.job_number, w.n, c.claim_row, c.claim, d.delivery_row, d.event,
           d.created_at, d.data, d.due_at, d.request_id, d.traceparent, e.url, e.format, e.secrets, s.locale, s.time_zone, p.rests,
           d.delivery_row is not null and e.disabled_at is null as waits,
           e.removed_at is null and (
             e.disabled_at is not null
             or p.rests and corkboard.last_retry_at(d.due_at, d.attempts_made) <= m.at) as misses
      from wanted w
      cross join moment m
      left join lateral (
        select c.ctid as claim_row, c.claim
          from corkboard.webhook_claims c where c.workspace_id = w.workspace_id and c.id = w.id limit 1) c on true
      left join lateral (
        select d.ctid as delivery_row, d.*
          from corkboard.webhook_deliveries d where d.workspace_id = w.workspace_id and d.id = w.id limit 1) d
        on d.job_number = w.job_number and d.status = 'pending'
      left join lateral (
        select e.url, e.format, e.disabled_at, e.removed_at, corkboard.live_secrets(e) as secrets
          from corkboard.webhook_endpoints e
         where e.workspace_id = w.workspace_id and e.id = d.endpoint_id limit 1) e on true
      -- Only people read a locale and a time zone.
      left join lateral (
        select s.locale, s.time_zone from corkboard.workspaces s where s.id = w.workspace_id and e.format <> 'json' limit 1) s on true
      cross join lateral (select w.workspace_id = any (v_without_webhooks) as rests) p),
  pace as materialized (
    select e.workspace_id, e.endpoint_id, e.wanted, e.busy, p.pace_row, p.rate, u.under_way,
           corkboard.pace_room(p.pace, u.under_way, m.at) as room
      from (select f.workspace_id, f.endpoint_id, count(*) filter (where f.claim = v_claim) as wanted,
                   count(*) filter (where f.claim is distinct from v_claim) as busy
              from found f where f.waits and not f.misses and not f.rests
             group by 1, 2) e
      cross join moment m
      cross join lateral (
        select p.ctid as pace_row, p as pace, corkboard.pace_rate(p) as rate
          from corkboard.webhook_paces p where p.workspace_id = e.workspace_id and p.id = e.endpoint_id limit 1) p
      cross join lateral (
        select count(*) as under_way from corkboard.webhook_claims c
         where c.endpoint_id = e.endpoint_id and c.claimed_until > m.at and c.claim <> v_claim) u),
  -- What is new goes first.
  ranked as (
    select f.*, p.under_way + least(p.wanted, p.room) as at_once, p.room, greatest(p.room - p.wanted, 0) as room_left, f.waits and not f.misses and not f.rests as may_go,
           row_number() over (
             partition by f.workspace_id, f.endpoint_id, f.waits and not f.misses and not f.rests and f.claim = v_claim
             order by f.job_number > 1, f.n) as place
      from found f
      left join pace p on p.workspace_id = f.workspace_id and p.endpoint_id = f.endpoint_id),
  decided as materialized (
    select r.*, r.may_go and r.claim = v_claim and r.place <= r.room as goes from ranked r),
  -- Deliveries recorded while their endpoint was being turned off, or for whose last retry the plan had no webhooks.
  -- (Where the endpoint is being removed, its deliveries are being deleted.) One that another transaction changes at
  -- this moment may be skipped: it is settled or deleted there.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = clock_timestamp()
      from found f
     where d.ctid = f.delivery_row and f.misses and d.due_at is not null and d.job_number = f.job_number),
  -- Those for which the pace has no room, and those with another attempt under way, which may be over by now.
  held_back as (
    insert into corkboard.webhook_waiting as w (workspace_id, id, endpoint_id, job_number, due_at)
    select d.workspace_id, d.id, d.endpoint_id, d.job_number, d.due_at
      from decided d where d.may_go and not coalesce(d.goes, false)
    on conflict (workspace_id, id) do update set job_number = excluded.job_number, due_at = excluded.due_at
      where w.job_number <= excluded.job_number),
  out_of_date as (
    delete from corkboard.webhook_waiting w
     using decided d, lateral (
       select w.ctid as waiting_row from corkboard.webhook_waiting w
        where w.workspace_id = d.workspace_id and w.id = d.id and w.job_number <= d.job_number limit 1) o
     where not d.may_go and w.ctid = o.waiting_row),
  released as (
    delete from corkboard.webhook_claims c
     using decided d
     where c.ctid = d.claim_row and c.claim = v_claim and not coalesce(d.goes, false)),
  paced as (
    update corkboard.webhook_paces p
       set next_at = case when a.rate is null then p.next_at
                          else corkboard.pace_begins(p.next_at, m.at) + least(a.wanted, a.room) / a.rate * interval '1 second' end,
           has_waiting = p.has_waiting or a.wanted > a.room or a.busy > 0
      from pace a
      cross join moment m
     where p.ctid = a.pace_row
       and (a.rate is not null and least(a.wanted, a.room) > 0 or (a.wanted > a.room or a.busy > 0) and not p.has_waiting))
  select d.workspace_id, d.endpoint_id, d.id, d.job_number, v_claim, corkboard.iso(m.at),
         d.at_once::integer, d.room_left::integer, d.event, corkboard.iso(d.created_at), d.data::text, d.url, d.format, d.secrets, d.request_id,
         d.traceparent, d.locale, d.time_zone
    from decided d
    cross join moment m
   where d.goes;
end
$$;
comment on function corkboard.claim_attempts(uuid[], uuid[], uuid[], integer[]) is
  'Claims the deliveries of these jobs, one to a place in the arrays, for an attempt now, as far as the pace of their endpoints allows. Answers what to send, the live secrets, the newest first, the time, how many attempts are now under way at the endpoint and how many more may begin, and for messages that people read the workspace''s locale and time zone. The others wait in webhook_waiting; one that is settled is left out. While a plan has no webhooks its deliveries keep their jobs, which look again every five minutes. Refuses with conflict if the database is a copy.';

-- PostgreSQL replaces no function by one with other columns, and the previous release's lacks the last two.
do $do$
begin
  if not exists (
    select from pg_proc p
     where p.oid = to_regprocedure('corkboard.claim_attempts(uuid[], uuid[], integer[])') and 'timeZone' = any (p.proargnames))
  then
    drop function if exists corkboard.claim_attempts(uuid[], uuid[], integer[]);
  end if;
end
$do$;
-- Processes of the previous release call this one. They take nothing from webhook_waiting: what is held back keeps a job
-- there, which looks again after busyMs.
create or replace function corkboard.claim_attempts(p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[])
returns table (
  "deliveryId" uuid, "jobNumber" integer, claim uuid, "claimedAt" text, "busyMs" integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[],
  "requestId" uuid, traceparent text, locale text, "timeZone" text
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_look_again_ms constant integer := 1000;
begin
  return query
  select c."deliveryId", c."jobNumber", c.claim, c."claimedAt", null::integer, c.event, c."createdAt", c.data, c.url, c.format,
         c.secrets, c."requestId", c.traceparent, c.locale, c."timeZone"
    from (select array_agg(d.workspace_id) as workspaces, array_agg(d.endpoint_id) as endpoints, array_agg(d.id) as deliveries,
                 array_agg(j.job_number) as job_numbers
            from unnest(p_workspaces, p_deliveries, p_job_numbers) as j (workspace_id, id, job_number)
            join corkboard.webhook_deliveries d on d.workspace_id = j.workspace_id and d.id = j.id) j,
         corkboard.claim_attempts(j.workspaces, j.endpoints, j.deliveries, j.job_numbers) c;
  return query
  select w.id, w.job_number, null::uuid, null, c_look_again_ms, null, null, null, null, null, null::text[], null::uuid, null, null, null
    from (select distinct * from unnest(p_workspaces, p_deliveries, p_job_numbers) as j (workspace_id, id, job_number)) j
    join corkboard.webhook_waiting w on w.workspace_id = j.workspace_id and w.id = j.id and w.job_number = j.job_number
   where not exists (
     select from corkboard.webhook_claims c
      where c.workspace_id = w.workspace_id and c.id = w.id and c.claimed_until > clock_timestamp());
end
$$;
comment on function corkboard.claim_attempts(uuid[], uuid[], integer[]) is
  'As claim_attempts with endpoints, for processes of the previous release.';
