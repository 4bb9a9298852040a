create or replace function corkboard.take_offer(p_workspace uuid, p_member uuid) returns void
language plpgsql
as $$
begin
  perform corkboard.lock_workspace(p_workspace);
  perform 1 from corkboard.open_offer(p_workspace) o where o.member_id = p_member;
  if not found then
    perform corkboard.refuse('conflict', 'There is no such offer any more: it was answered or withdrawn, or it expired.');
  end if;
  perform corkboard.end_offer(p_workspace);
end
$$;
comment on function corkboard.take_offer(uuid, uuid) is
  'Locks the workspace and ends the open offer of its ownership to a member. Refuses with conflict if there is none: of those who answer or withdraw an offer at once, only the first one succeeds.';
