create or replace function corkboard.pending_ownership_offer(p_workspace uuid) returns setof corkboard.ownership_offers
language sql stable
rows 1
as $$
  select o.* from corkboard.ownership_offers o
    join corkboard.members m on m.workspace_id = o.workspace_id and m.id = o.member_id
    join corkboard.members w on w.workspace_id = o.workspace_id and w.id = o.offered_by and w.role = 'owner'
   where o.workspace_id = p_workspace and o.ended_at is null and o.expires_at > clock_timestamp()
$$;
comment on function corkboard.pending_ownership_offer(uuid) is
  'The offer of a workspace''s ownership that can be accepted now; no row: there is none. An offer is void once it expired, its member was removed, or whoever made it is not the owner any more.';
