-- In the same round trip that reads the page. No row: the token is unknown or expired, the session was ended, or its
-- member removed.
-- 1.0.0 reads it without names and the right to everyone's time.
drop function if exists corkboard.authenticate_session(bytea, uuid);
create or replace function corkboard.authenticate_session(
  p_token_hash bytea,
  p_workspace uuid,
  out workspace_id uuid,
  out member_id uuid,
  out email text,
  out role text,
  out workspace_name text,
  out currency text,
  out time_zone text,
  out locale text,
  out is_recently_authenticated boolean,
  out is_suspended boolean,
  out removal_due_at text,
  out timer text,
  out names text,
  out sees_all_time boolean
) returns setof record
language plpgsql
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  c_max_names constant integer := 500;
  v_now constant timestamptz := clock_timestamp();
  v_session corkboard.sessions;
  v_workspace corkboard.workspaces;
  v_timer corkboard.timers;
begin
  select s.* into v_session from corkboard.sessions s
   where s.token_hash = p_token_hash and s.expires_at > v_now and s.workspace_id = p_workspace;
  if not found then
    return;
  end if;
  perform corkboard.enter_workspace(v_session.workspace_id);
  -- Most page views should not cost a write.
  if v_session.seen_at < v_now - interval '1 hour' then
    update corkboard.sessions s
       set seen_at = v_now, expires_at = corkboard.session_expiry(s.created_at, v_now)
     where s.workspace_id = v_session.workspace_id and s.id = v_session.id;
  end if;
  select w.* into v_workspace from corkboard.workspaces w where w.id = v_session.workspace_id;
  workspace_id := v_workspace.id;
  workspace_name := v_workspace.name;
  currency := v_workspace.default_currency;
  time_zone := v_workspace.time_zone;
  locale := v_workspace.locale;
  is_recently_authenticated := v_session.confirmed_at > v_now - corkboard.proof_lifetime();
  is_suspended := v_workspace.suspended_at is not null;
  if is_suspended then
    removal_due_at := corkboard.iso(corkboard.workspace_removal_due_at(v_workspace));
  end if;
  select m.id, m.email, m.role, t.id, t.project_id, t.started_at, t.resumed_at, t.counted_seconds
    into member_id, email, role, v_timer.id, v_timer.project_id, v_timer.started_at, v_timer.resumed_at, v_timer.counted_seconds
    from corkboard.members m
    left join corkboard.timers t on t.workspace_id = v_session.workspace_id and t.member_id = m.id
   where m.workspace_id = v_session.workspace_id and m.id = v_session.member_id;
  if not found then
    return;
  end if;
  sees_all_time := role = 'owner' or v_workspace.members_see_time;
  if v_timer.id is not null then
    select row_to_json(r)::text into timer
      from (select v_timer.id, p.id as "projectId", p.name as project, p.trashed_at is not null as "isInTrash",
                   corkboard.iso(v_timer.started_at) as "startedAt", v_timer.resumed_at is not null as "isRunning",
                   corkboard.timer_seconds(v_timer.counted_seconds, v_timer.resumed_at, v_now) as seconds
              from corkboard.projects p
             where p.workspace_id = v_session.workspace_id and p.id = v_timer.project_id) r;
  end if;
  -- More people than any workspace has; those beyond are shown by their addresses.
  select json_object_agg(n.email, n.name)::text into names
    from (select m.email, m.name from corkboard.members m
           where m.workspace_id = v_session.workspace_id and m.name is not null
           order by m.id limit c_max_names) n;
  return next;
end
$$;
comment on function corkboard.authenticate_session(bytea, uuid) is
  'Returns the member who is signed in with this session token, with the settings that format amounts and times for them; no row if none is. is_recently_authenticated says whether they proved their identity within 30 minutes, is_suspended whether the workspace is suspended, removal_due_at when it will be removed, timer the member''s timer as JSON, if they have one, names the names of members as JSON, by address (null: no one has one), and sees_all_time whether they may see who worked how long. Records the use of the session at most once an hour.';
