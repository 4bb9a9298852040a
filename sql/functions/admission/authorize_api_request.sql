-- Checks key, rate, plan and scope in one round trip. No row: the key is invalid. Unknown and revoked keys take the
-- same index look-up, so that neither the response nor its timing distinguishes them. Rejections come in this order:
-- rate, suspension, plan, scope. The rate is always charged.
create or replace function corkboard.authorize_api_request(
  p_key_hash bytea,
  p_kind text,
  p_quota integer,
  p_scope text,
  p_workspace uuid,
  out workspace_id uuid,
  out label text,
  out refusal text,
  out used integer,
  out resets_in integer,
  out tax_rate_bps integer,
  out prices_include_tax boolean
) returns setof record
language plpgsql
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_scopes text[];
  v_api boolean;
  v_suspended boolean;
  v_now constant timestamptz := clock_timestamp();
  v_minute timestamptz := date_trunc('minute', v_now);
  v_counted_minute timestamptz;
  v_is_use_recorded boolean;
begin
  select w.id, k.label, k.scopes, p.api, w.suspended_at is not null, k.last_used_at > v_minute - interval '1 hour', w.tax_rate_bps,
         w.prices_include_tax
    into workspace_id, label, v_scopes, v_api, v_suspended, v_is_use_recorded, tax_rate_bps, prices_include_tax
    from corkboard.api_keys k
    join corkboard.workspaces w on w.id = k.workspace_id
    join corkboard.plans p on p.name = w.plan
   where k.key_hash = p_key_hash and k.revoked_at is null and k.workspace_id = p_workspace;
  if not found then
    return;
  end if;
  perform corkboard.enter_workspace(workspace_id);

  -- A request that waited here while a new minute began must not reset the window to the old one.
  insert into corkboard.rate_windows as r (workspace_id, kind, minute_at, used)
  values (authorize_api_request.workspace_id, p_kind, v_minute, 1)
  on conflict on constraint rate_windows_pkey do update
    set used = case when excluded.minute_at > r.minute_at then 1 else r.used + 1 end,
        minute_at = greatest(excluded.minute_at, r.minute_at)
  returning r.used, r.minute_at into used, v_counted_minute;
  resets_in := greatest(ceil(extract(epoch from v_counted_minute + interval '1 minute' - clock_timestamp())), 1);
  -- Most requests should not cost another write. Those of the same key wait for each other at the rate window, and only the
  -- first of them writes.
  if v_is_use_recorded is not true then
    update corkboard.api_keys k set last_used_at = v_now
     where k.workspace_id = p_workspace and k.key_hash = p_key_hash
       and (k.last_used_at is null or k.last_used_at < v_now - interval '1 hour');
  end if;

  refusal := case
    when used > p_quota then 'rate_limited'
    when p_scope is null then null
    when v_suspended then 'suspended'
    when not v_api then 'plan_limit'
    when not p_scope = any (v_scopes) then 'scope_required'
  end;
  return next;
end
$$;
comment on function corkboard.authorize_api_request(bytea, text, integer, text, uuid) is
  'Authenticates a request by its API key and charges it against the rate limit for its kind (read or write). Returns the workspace and, if the request is not allowed, why. Records the use of the key at most once an hour. A null p_scope checks only the key and the rate limit.';
