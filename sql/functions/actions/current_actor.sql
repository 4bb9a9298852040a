-- The setting corkboard.actor names the actor of one transaction; begin_member_action sets it. If it is not set,
-- someone works in the database directly, as the operator's command does.
create or replace function corkboard.current_actor(p_workspace uuid, p_otherwise text default 'operator') returns corkboard.caller
language sql stable
as $$
  select (p_workspace, 'app', coalesce(nullif(current_setting('corkboard.actor', true), ''), p_otherwise))::corkboard.caller
$$;
comment on function corkboard.current_actor(uuid, text) is
  'The actor of this transaction: the member or client in the setting corkboard.actor, otherwise the given name.';
