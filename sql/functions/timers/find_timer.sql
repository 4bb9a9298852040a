create or replace function corkboard.find_timer(p_workspace uuid, p_member uuid, p_shown uuid default null) returns corkboard.timers
language plpgsql
as $$
declare
  v_timer corkboard.timers;
begin
  perform corkboard.lock_workspace(p_workspace);
  select * into v_timer from corkboard.timers t where t.workspace_id = p_workspace and t.member_id = p_member;
  if not found then
    perform corkboard.reject('conflict', 'You have no timer: it was stopped or discarded.');
  end if;
  if v_timer.id <> p_shown then
    perform corkboard.reject('conflict',
      'The timer that this page showed was stopped or discarded, and you have another one. Check it, then press the button again.');
  end if;
  return v_timer;
end
$$;
comment on function corkboard.find_timer(uuid, uuid, uuid) is
  'Locks the workspace and returns the timer of a member. p_shown is the timer that the page showed (null: any). Rejects with conflict (there is none, or another one).';
