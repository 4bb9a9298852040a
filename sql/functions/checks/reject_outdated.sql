-- The error's detail has the changes, because only programs can write amounts and times in the reader's locale.
create or replace function corkboard.reject_outdated(
  p_workspace uuid, p_what text, p_records uuid[], p_actions text[], p_changes integer
) returns void
language plpgsql
as $$
declare
  c_max constant integer := 20;
begin
  perform corkboard.reject('conflict',
    p_what || ' since you opened this page. Check what has changed, then press the button again.',
    jsonb_build_object('changes', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]')
        from (select l.id, l.actor, l.action, corkboard.iso(l.recorded_at) as "recordedAt", l.changes
                from corkboard.audit_log l
               where l.workspace_id = p_workspace and l.record_id = any (p_records) and l.action = any (p_actions)
               order by l.id desc limit least(greatest(p_changes, 0), c_max)) c)));
end
$$;
comment on function corkboard.reject_outdated(uuid, text, uuid[], text[], integer) is
  'Rejects an action with conflict, because its page showed an older version. p_what begins the sentence that says what happened; p_changes is how many of the last audit entries with these actions of these records the page did not show (the newest 20 are kept).';
