create or replace function corkboard.pending_ownership_offer(p_workspace uuid) returns setof corkboard.ownership_offers
language plpgsql stable
rows 1
as $$
begin
  return query
    select o.* from corkboard.ownership_offers o
      join corkboard.members m on m.workspace_id = p_workspace and m.id = o.member_id
      join corkboard.members w on w.workspace_id = p_workspace and w.id = o.offered_by and w.role = 'owner'
     where o.workspace_id = p_workspace and o.ended_at is null and o.expires_at > clock_timestamp();
end
$$;
comment on function corkboard.pending_ownership_offer(uuid) is
  'The ownership offer that can be accepted now; no row if there is none. An offer becomes void when it expires, its member is removed, or its maker is no longer the owner.';
