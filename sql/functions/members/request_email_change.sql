create or replace function corkboard.request_email_change(
  p_workspace uuid, p_member uuid, p_email text, p_session_hash bytea, p_from inet default null
) returns corkboard.email_changes
language plpgsql
as $$
declare
  c_valid constant interval := '15 minutes';
  c_max_an_hour constant integer := 5;
  -- Protect an address from being sent codes by many members, possibly of different workspaces. As for signing in, strangers
  -- use up only what their own network may request, unless they have many.
  c_max_of_pair constant integer := 10;
  c_max_of_address constant integer := 200;
  v_network constant inet := corkboard.network_of(p_from);
  v_now constant timestamptz := clock_timestamp();
  v_session uuid;
  v_change corkboard.email_changes;
begin
  perform corkboard.check_required('newEmail', p_email);
  perform corkboard.check_email('newEmail', p_email);
  perform corkboard.lock_workspace(p_workspace);
  perform 1 from corkboard.members m where m.workspace_id = p_workspace and m.id = p_member and m.email = p_email;
  if found then
    perform corkboard.reject_field('newEmail', 'is your address already');
  end if;
  perform corkboard.check_email_available(p_workspace, p_member, p_email);
  -- Serializes requests for the same address in several workspaces.
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || corkboard.normalize_email(p_email), 0));
  if (select count(*) from corkboard.email_changes c
       where c.workspace_id = p_workspace and c.member_id = p_member
         and c.created_at > v_now - interval '1 hour') >= c_max_an_hour
    or corkboard.email_change_codes_sent(p_email, v_network) >= c_max_of_pair
    or corkboard.email_change_codes_sent(p_email) >= c_max_of_address
  then
    perform corkboard.reject('rate_limited', 'Too many codes were requested. Try again later.');
  end if;
  select s.id into v_session
    from corkboard.sessions s
   where s.workspace_id = p_workspace and s.member_id = p_member and s.token_hash = p_session_hash;
  if not found then
    perform corkboard.deny_action('signed_out', 'You are not signed in any more.');
  end if;
  update corkboard.email_changes c set expires_at = v_now
   where c.workspace_id = p_workspace and c.member_id = p_member and c.expires_at > v_now;
  insert into corkboard.email_changes (workspace_id, member_id, session_id, new_email, requested_from, created_at, expires_at)
  values (p_workspace, p_member, v_session, p_email, v_network, v_now, v_now + c_valid)
  returning * into v_change;
  perform corkboard.enqueue_job('mail_email_code', p_workspace, v_change.id, p_max_attempts => 5);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'member.email_code_sent', 'member', p_member);
  return v_change;
end
$$;
comment on function corkboard.request_email_change(uuid, uuid, text, bytea, inet) is
  'Emails a code to a member''s new address. The code works only in the session that requested it, and replaces an earlier one. Rejects with validation, conflict (another member''s address), rate_limited (sixth code in an hour for a member, eleventh in a day for an address from one network, 201st for an address). Denies with signed_out.';
