create or replace function corkboard.median_duration(p_workspace uuid, p_endpoint uuid, p_deliveries integer default 200) returns integer
language plpgsql stable
as $$
begin
  return (
    select percentile_disc(0.5) within group (order by a.duration_ms)
      from (select d.id from corkboard.webhook_deliveries d
             where d.endpoint_id = p_endpoint
             order by d.created_at desc limit p_deliveries) d
      cross join lateral (
        select a.duration_ms from corkboard.webhook_attempts a
         where a.workspace_id = p_workspace and a.delivery_id = d.id and a.outcome = 'succeeded' limit 1) a);
end
$$;
comment on function corkboard.median_duration(uuid, uuid, integer) is
  'The median duration, in ms, of the successful attempts of an endpoint''s newest deliveries; null if there are none.';
