create or replace function corkboard.attempt_failure(p_workspace uuid, p_what text, p_attempt integer) returns text
language plpgsql
as $$
begin
  if not exists (
    select 1 from corkboard.workspaces w where w.id = p_workspace and w.suspended_at is null and w.removed_at is null)
  then
    return 'The workspace was suspended.';
  end if;
  return case when p_attempt > corkboard.max_attempts() then format('The %s failed after five attempts.', p_what) end;
end
$$;
comment on function corkboard.attempt_failure(uuid, text, integer) is
  'Why an attempt of an export or import (p_what) can''t go on: its workspace is suspended, or there were max_attempts before it. Null if it can.';
