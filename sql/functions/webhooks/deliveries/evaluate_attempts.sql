-- Called with the deliveries locked (lock_attempted_deliveries), so that the result still holds when it is written.
-- Looks rows up by key, as claim_attempts does.
create or replace function corkboard.evaluate_attempts(
  p_workspaces uuid[], p_deliveries uuid[], p_job_numbers integer[], p_outcomes text[]
) returns table (
  n bigint, workspace_id uuid, delivery_id uuid, delivery_row tid, endpoint_id uuid, round integer, number integer,
  attempts_made integer, status text, is_current boolean, is_retried boolean, is_counted boolean
)
language plpgsql stable
set enable_seqscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  return query
  with attempt as (
    select a.n, a.outcome, a.workspace_id, a.id, d.*,
           d.status = 'pending' and d.job_number = a.job_number as is_current
      from unnest(p_workspaces, p_deliveries, p_job_numbers, p_outcomes) with ordinality a (workspace_id, id, job_number, outcome, n)
      left join lateral (
        select d.ctid as delivery_row, d.endpoint_id, d.status, d.job_number, d.round, d.earlier_attempts, d.attempts_made, d.failure_counted_at
          from corkboard.webhook_deliveries d where d.workspace_id = coalesce(v_workspace, a.workspace_id) and d.id = a.id limit 1) d on true),
  -- An attempt by an outdated job (the delivery was replayed since), or for a missed delivery, counts only if it succeeded.
  decided as (
    select a.*,
           case
             when a.outcome = 'succeeded' then 'succeeded'
             when not a.is_current then a.status
             when (corkboard.retry_delays())[a.attempts_made + 1] is null then 'failed'
             else 'pending'
           end as verdict
      from attempt a)
  select v.n, v.workspace_id, v.id, v.delivery_row, v.endpoint_id, v.round,
         greatest(v.earlier_attempts + v.attempts_made + v.is_current::integer, 1), v.attempts_made + v.is_current::integer,
         v.verdict, v.is_current, v.is_current and v.verdict = 'pending',
         v.round is not null and (v.outcome = 'succeeded' or v.verdict = 'failed' and v.failure_counted_at is null)
    from decided v;
end
$$;
comment on function corkboard.evaluate_attempts(uuid[], uuid[], integer[], text[]) is
  'The changes that follow from these attempts (parallel arrays; n counts from 1): the attempt''s round and number, the number of attempts in this round, the delivery''s new status, whether its newest job made the attempt, whether it is retried, and whether it counts for the endpoint. Successes always count, failures once per delivery. An attempt of a delivery that was deleted has no round and does not count.';
