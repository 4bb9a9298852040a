create or replace function corkboard.check_times_done(
  p_workspace uuid, p_record uuid, p_action text, p_shown integer, p_what text
) returns void
language plpgsql
as $$
declare
  v_times integer;
begin
  if p_shown is null then
    return;
  end if;
  v_times := corkboard.times_done(p_workspace, p_record, p_action);
  if v_times <> p_shown then
    perform corkboard.reject_outdated(p_workspace, p_what, array[p_record], array[p_action], v_times - p_shown);
  end if;
end
$$;
comment on function corkboard.check_times_done(uuid, uuid, text, integer, text) is
  'Checks that an action was done to a record as often as the page showed (times_done; null: any). Call it with the workspace locked. Rejects with conflict (reject_outdated).';
