-- For pages of the previous release, which call it. The next release drops it.
create or replace function corkboard.endpoint_state(p_endpoint corkboard.webhook_endpoints, p_retrying bigint) returns text
language sql immutable
as $$
  select case
    when p_endpoint.disabled_at is not null then 'off'
    when p_endpoint.failures_in_row > 0 then 'failing'
    when p_retrying > 0 then 'retrying'
    else 'well'
  end
$$;
comment on function corkboard.endpoint_state(corkboard.webhook_endpoints, bigint) is
  'The previous release''s endpoint_health: off, failing, retrying or well.';
