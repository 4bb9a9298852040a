create or replace function corkboard.count_monthly_write(p_caller corkboard.caller) returns void
language plpgsql
as $$
declare
  v_month date := date_trunc('month', clock_timestamp() at time zone 'UTC');
  v_used integer;
  v_allowed integer;
begin
  -- The allowance covers the API only: records that a person adds in the console are not counted.
  if p_caller.via = 'app' then
    return;
  end if;
  insert into corkboard.monthly_writes as m (workspace_id, month, used)
  values (p_caller.workspace_id, v_month, 1)
  on conflict (workspace_id, month) do update set used = m.used + 1
  returning m.used into v_used;
  v_allowed := (corkboard.workspace_plan(p_caller.workspace_id)).monthly_writes;
  if v_used > v_allowed then
    perform corkboard.reject('plan_limit', format(
      'The monthly write allowance is used up: %s of %s writes. It starts again on %s (UTC).',
      v_used - 1, v_allowed, to_char(v_month + interval '1 month', 'YYYY-MM-DD')));
  end if;
end
$$;
comment on function corkboard.count_monthly_write(corkboard.caller) is
  'Counts one record that the API created against the month''s allowance (UTC). Rejects with plan_limit when it is used up; the rejection undoes the count.';
