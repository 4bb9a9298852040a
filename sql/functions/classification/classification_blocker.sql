create or replace function corkboard.classification_blocker(p_workspace uuid) returns text
language plpgsql stable
as $$
begin
  return (
    select case when not w.ai then 'not_configured' when not p.classification then 'not_in_plan' end
      from corkboard.workspaces w join corkboard.plans p on p.name = w.plan where w.id = p_workspace);
end
$$;
comment on function corkboard.classification_blocker(uuid) is
  'Why the workspace''s revisions can''t be sent to the classification endpoint: not_configured (switched off in the workspace) or not_in_plan; null if they can.';
