create or replace function corkboard.check_timer_counts(p_workspace uuid, p_project uuid, p_seconds integer) returns void
language plpgsql stable
as $$
begin
  if p_seconds > corkboard.max_timer_seconds() then
    perform corkboard.reject('conflict', format(
      'The timer on %s stopped counting after 16 hours. Enter how long you worked and stop it, or discard it.',
      (select p.name from corkboard.projects p where p.workspace_id = p_workspace and p.id = p_project)));
  end if;
end
$$;
comment on function corkboard.check_timer_counts(uuid, uuid, integer) is
  'Rejects with conflict a timer on a project that has counted more than 16 hours (timer_seconds).';
