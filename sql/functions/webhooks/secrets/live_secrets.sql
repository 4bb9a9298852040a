-- Volatile, like the clock that it reads: if it were declared stable, it could not be inlined into the statements that
-- call it for every delivery.
create or replace function corkboard.live_secrets(p_endpoint corkboard.webhook_endpoints) returns text[]
language sql volatile
as $$
  select array_remove(array[p_endpoint.secret,
    case when p_endpoint.previous_secret_expires_at > clock_timestamp() then p_endpoint.previous_secret end], null)
$$;
comment on function corkboard.live_secrets(corkboard.webhook_endpoints) is
  'The secrets that currently sign for an endpoint, as stored, newest first; none for slack and discord.';
