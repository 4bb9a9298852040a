-- Starts a member's action in the console, as begin_api_write starts a write by the API. A query that joins records to
-- this row and calls functions must take the workspace from this row: only then does PostgreSQL run this function
-- first. The session is looked up again under the lock, because its member may have been removed meanwhile.
create or replace function corkboard.begin_member_action(
  p_token_hash bytea, p_role text, p_recently_authenticated boolean, p_idempotency_token text, p_workspace uuid,
  p_request uuid default null, p_traceparent text default null,
  out workspace_id uuid, out member_id uuid, out caller corkboard.caller, out response text
) returns setof record
language plpgsql
rows 1
as $$
declare
  -- Many more than a person makes, and few enough that a program with a stolen cookie fills no disk.
  c_max_a_minute constant integer := 300;
  v_now timestamptz;
  v_minute timestamptz;
  v_session corkboard.sessions;
  v_member corkboard.members;
begin
  perform corkboard.set_request_context(p_request, p_traceparent);
  v_session.workspace_id := corkboard.workspace_of_session(p_token_hash, p_workspace);
  if v_session.workspace_id is not null then
    perform corkboard.lock_workspace(v_session.workspace_id);
    -- Under the lock, so that the minute never goes back. A rejected write is not counted, because it is rolled back.
    v_now := clock_timestamp();
    v_minute := date_trunc('minute', v_now);
    update corkboard.sessions s
       set minute_writes = case when v_minute > s.minute_at then 1 else s.minute_writes + 1 end,
           minute_at = greatest(v_minute, s.minute_at)
     where s.token_hash = p_token_hash and s.workspace_id = v_session.workspace_id and s.expires_at > v_now
    returning * into v_session;
  end if;
  if v_session.id is null then
    perform corkboard.deny_action('signed_out', 'You are not signed in any more.');
  end if;
  if v_session.minute_writes > c_max_a_minute then
    perform corkboard.reject('rate_limited',
      format('You have made %s changes within a minute, as many as one sign-in may make. Wait a minute, and try again.', c_max_a_minute));
  end if;
  if exists (select 1 from corkboard.workspaces w where w.id = v_session.workspace_id and w.suspended_at is not null) then
    perform corkboard.reject('conflict',
      'This workspace is suspended, so nothing can be changed or sent.');
  end if;
  select * into v_member from corkboard.members m
   where m.workspace_id = v_session.workspace_id and m.id = v_session.member_id;
  if p_role = 'owner' and v_member.role <> 'owner' then
    perform corkboard.deny_action('owner_only', 'Only the owner of the workspace may do this.');
  end if;
  if p_recently_authenticated and v_session.confirmed_at <= clock_timestamp() - corkboard.proof_lifetime() then
    perform corkboard.deny_action('unconfirmed', 'Confirm first that it is you.');
  end if;
  perform set_config('corkboard.actor', v_member.email, true);
  workspace_id := v_member.workspace_id;
  member_id := v_member.id;
  caller := corkboard.current_actor(v_member.workspace_id);
  response := corkboard.stored_action_result(v_member.workspace_id, p_idempotency_token);
  return next;
end
$$;
comment on function corkboard.begin_member_action(bytea, text, boolean, text, uuid, uuid, text) is
  'Locks the workspace of a signed-in member and makes the member the actor of the transaction. Returns the stored result of the same form; null: not done yet. p_recently_authenticated requires a code entered within 30 minutes. Denies with signed_out, owner_only, unconfirmed; rejects with conflict (suspended), rate_limited (301st write of the session in a clock minute).';
