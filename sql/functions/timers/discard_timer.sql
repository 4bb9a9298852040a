create or replace function corkboard.discard_timer(p_workspace uuid, p_member uuid, p_shown uuid) returns corkboard.timers
language plpgsql
as $$
declare
  v_timer constant corkboard.timers := corkboard.find_timer(p_workspace, p_member, p_shown);
begin
  delete from corkboard.timers t where t.workspace_id = p_workspace and t.id = v_timer.id;
  return v_timer;
end
$$;
comment on function corkboard.discard_timer(uuid, uuid, uuid) is
  'Deletes the timer of a member without logging its time. p_shown is the timer that the page showed (null: any). Rejects with conflict (there is none, or another one).';
