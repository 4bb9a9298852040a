create or replace function corkboard.close_ownership_offer(p_workspace uuid) returns void
language plpgsql
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update corkboard.ownership_offers o set ended_at = v_now where o.workspace_id = p_workspace and o.ended_at is null;
end
$$;
comment on function corkboard.close_ownership_offer(uuid) is
  'Ends the workspace''s ownership offer, if there is one. The caller holds the workspace''s lock.';
