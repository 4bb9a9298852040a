create or replace function corkboard.set_email_change_code(p_workspace uuid, p_change uuid, p_code_hash bytea) returns text
language plpgsql
as $$
declare
  v_now timestamptz;
  v_email text;
begin
  perform corkboard.check_not_copy();
  perform corkboard.enter_workspace(p_workspace);
  v_now := clock_timestamp();
  update corkboard.email_changes c set code_hash = p_code_hash
    from corkboard.sessions s
   where c.workspace_id = p_workspace and c.id = p_change and c.expires_at > v_now
     and s.workspace_id = p_workspace and s.id = c.session_id
  returning c.new_email into v_email;
  return v_email;
end
$$;
comment on function corkboard.set_email_change_code(uuid, uuid, bytea) is
  'Stores the code of an email change and returns the address to send it to; null if the change expired, was replaced, or its session ended.';
