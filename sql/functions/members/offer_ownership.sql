create or replace function corkboard.offer_ownership(p_workspace uuid, p_email text) returns corkboard.members
language plpgsql
as $$
declare
  c_valid constant interval := '7 days';
  c_max_an_hour constant integer := 5;
  v_now constant timestamptz := clock_timestamp();
  v_member corkboard.members;
  v_owner corkboard.members;
  v_offer corkboard.ownership_offers;
begin
  perform corkboard.check_required('email', p_email);
  perform corkboard.lock_workspace(p_workspace);
  select * into v_member from corkboard.members m
   where m.workspace_id = p_workspace and corkboard.normalize_email(m.email) = corkboard.normalize_email(p_email);
  if not found then
    perform corkboard.reject_field('email', 'must be the address of a member of this workspace');
  end if;
  perform corkboard.check_not_owner(v_member);
  perform 1 from corkboard.pending_ownership_offer(p_workspace);
  if found then
    perform corkboard.reject('conflict', 'You already offered ownership. Withdraw that offer first.');
  end if;
  -- Each offer sends an email.
  if (select count(*) from corkboard.ownership_offers o
       where o.workspace_id = p_workspace and o.created_at > v_now - interval '1 hour') >= c_max_an_hour
  then
    perform corkboard.reject('rate_limited', 'You made too many offers. Try again in an hour.');
  end if;
  perform corkboard.close_ownership_offer(p_workspace);
  select * into v_owner from corkboard.members m where m.workspace_id = p_workspace and m.role = 'owner';
  insert into corkboard.ownership_offers (workspace_id, member_id, offered_by, created_at, expires_at)
  values (p_workspace, v_member.id, v_owner.id, v_now, v_now + c_valid)
  returning * into v_offer;
  perform corkboard.notify_member(p_workspace, v_offer.id, 'ownership_offered', v_member.email, jsonb_build_object(
    'ownerEmail', v_owner.email, 'expiresAt', corkboard.iso(v_offer.expires_at)));
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.ownership_offered', 'member', v_member.id);
  return v_member;
end
$$;
comment on function corkboard.offer_ownership(uuid, text) is
  'Offers ownership to the member with this email address, who has 7 days to accept. Rejects with validation, conflict (already the owner; an offer is open), rate_limited (sixth offer in an hour).';
