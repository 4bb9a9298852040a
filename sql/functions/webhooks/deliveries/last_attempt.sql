create or replace function corkboard.last_attempt(p_workspace uuid, p_delivery uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select json_build_object('outcome', a.outcome, 'statusCode', a.status_code, 'reason', a.reason)
      from corkboard.webhook_attempts a
     where a.workspace_id = p_workspace and a.delivery_id = p_delivery
     order by a.attempted_at desc, a.id desc
     limit 1);
end
$$;
comment on function corkboard.last_attempt(uuid, uuid) is
  'The newest attempt of a delivery: outcome, statusCode and reason; null if there was none.';
