-- A worker claims a delivery before it sends, so that two attempts of one delivery never overlap: neither where a
-- worker only seemed to be dead, nor where a replay comes while an attempt is under way. The claim of a worker that
-- dies expires after 20 seconds, longer than an attempt and its recording may take. Each row is looked up by its key
-- with `cross join lateral (… limit 1)`. A plain join would find the same rows. But these tables are empty in a quiet
-- hour and long in a busy one, and with statistics or a plan from the quiet hour the planner would scan them. The limit
-- leaves it no choice. Rows that were looked up are changed by their ctid: with sequential scans off, there is no other
-- way to them. One generic plan is made for each connection. Left to itself PostgreSQL makes a new plan for each round
-- of a few deliveries, which takes as long as the round itself. Everybody locks rows in the order of their keys, claims
-- before deliveries, so that nobody deadlocks. While a workspace's plan has no webhooks its deliveries are not claimed.
-- They keep their jobs, which look again every few minutes.
do $do$
begin
  -- Processes of the previous release call the function without these two columns, and PostgreSQL replaces no function by
  -- one with other columns.
  if not exists (
    select from pg_proc p where p.pronamespace = 'corkboard'::regnamespace and p.proname = 'claim_attempts' and 'timeZone' = any (p.proargnames))
  then
    drop function if exists corkboard.claim_attempts(uuid[], uuid[], integer[]);
  end if;
end
$do$;
create or replace function corkboard.claim_attempts(p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[])
returns table (
  "deliveryId" uuid, "jobNumber" integer, claim uuid, "claimedAt" text, "busyMs" integer,
  event text, "createdAt" text, data text, url text, format text, secrets text[],
  "requestId" uuid, traceparent text, locale text, "timeZone" text
)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  c_claim constant interval := '20 seconds';
  c_until_next_look constant interval := '5 minutes';
  v_claim constant uuid := gen_random_uuid();
  -- The time at which attempts are signed and recorded. It is the database's, as a worker's clock may be wrong.
  v_at constant text := corkboard.iso(clock_timestamp());
  v_without_webhooks constant uuid[] := array(
    select w.id from (select distinct unnest(p_workspaces) as id) w where not (corkboard.plan_of(w.id)).webhooks);
begin
  perform corkboard.check_nobody_entered();
  perform corkboard.check_not_copy();
  insert into corkboard.webhook_claims as c (workspace_id, id, claim, claimed_until)
  select distinct on (1, 2) j.workspace_id, j.id, v_claim, clock_timestamp() + c_claim
    from unnest(p_workspaces, p_deliveries) as j (workspace_id, id)
   order by 1, 2
  on conflict (workspace_id, id) do update
     set claim = excluded.claim, claimed_until = excluded.claimed_until
   where c.claimed_until <= clock_timestamp();
  -- A separate statement, so that it sees what the last holder of these claims has just recorded.
  return query
  with wanted as (
    select distinct on (1, 2) j.*
      from unnest(p_workspaces, p_deliveries, p_job_numbers) as j (workspace_id, id, job_number)
     order by 1, 2, 3 desc),
  found as materialized (
    select w.id, w.job_number, c.claim_row, c.claim, c.claimed_until, d.delivery_row, d.event, d.created_at, d.data,
           d.request_id, d.traceparent, e.url, e.format, e.secrets, s.locale, s.time_zone,
           d.delivery_row is not null and e.disabled_at is null as waits,
           p.rests,
           e.removed_at is null and (
             e.disabled_at is not null
             or p.rests and corkboard.last_retry_at(d.due_at, d.attempts_made) <= clock_timestamp()) as misses
      from wanted w
      left join lateral (
        select c.ctid as claim_row, c.claim, c.claimed_until
          from corkboard.webhook_claims c where c.workspace_id = w.workspace_id and c.id = w.id limit 1) c on true
      left join lateral (
        select d.ctid as delivery_row, d.*
          from corkboard.webhook_deliveries d where d.workspace_id = w.workspace_id and d.id = w.id limit 1) d
        on d.job_number = w.job_number and d.status = 'pending'
      left join lateral (
        select e.url, e.format, e.disabled_at, e.removed_at, corkboard.live_secrets(e) as secrets
          from corkboard.webhook_endpoints e where e.workspace_id = d.workspace_id and e.id = d.endpoint_id limit 1) e on true
      -- Only people read a locale and a time zone.
      left join lateral (
        select s.locale, s.time_zone from corkboard.workspaces s where s.id = w.workspace_id and e.format <> 'json' limit 1) s on true
      cross join lateral (select w.workspace_id = any (v_without_webhooks) as rests) p),
  -- Deliveries recorded while their endpoint was being turned off, or for whose last retry the plan had no webhooks.
  -- (Where the endpoint is being removed, its deliveries are being deleted.) One that another transaction changes at
  -- this moment may be skipped: it is settled or deleted there.
  missed as (
    update corkboard.webhook_deliveries d
       set status = 'missed', due_at = null, settled_at = clock_timestamp()
      from found f
     where d.ctid = f.delivery_row and f.misses and d.due_at is not null and d.job_number = f.job_number),
  released as (
    delete from corkboard.webhook_claims c
     using found f
     where c.ctid = f.claim_row and c.claim = v_claim and (f.rests or not f.waits))
  -- The claim of another attempt may have been given up by now: then it is null, and there is nothing to wait for.
  select f.id, f.job_number, case when f.claim = v_claim and not f.rests then v_claim end, v_at,
         case when f.rests then (extract(epoch from c_until_next_look) * 1000)::integer
              when f.claim is distinct from v_claim then
           ceil(extract(epoch from greatest(f.claimed_until - clock_timestamp(), interval '0')) * 1000)::integer end,
         f.event, corkboard.iso(f.created_at), f.data::text, f.url, f.format, f.secrets, f.request_id, f.traceparent, f.locale, f.time_zone
    from found f
   where f.waits and not coalesce(f.misses, false);
end
$$;
comment on function corkboard.claim_attempts(uuid[], uuid[], integer[]) is
  'Claims the deliveries of these jobs, one to a place in the arrays, for an attempt now. Answers what to send, the live secrets, the newest first, the time, and for messages that people read the workspace''s locale and time zone; a null claim where another attempt is under way, and in busyMs for how long at most, or where the plan has no webhooks, and in busyMs when to look again; nothing for one that does not wait any more. Refuses with conflict if the database is a copy.';
