create or replace function corkboard.clear_scope_fields(p_caller corkboard.caller, p_project uuid, p_columns text[])
returns corkboard.caller
language plpgsql
as $$
begin
  -- An approved scope stays unchanged: draft_scope, which is called next, rejects it.
  update corkboard.scopes s
     set timeline = case when 'timeline' = any (p_columns) then null else s.timeline end,
         price_cents = case when 'price_cents' = any (p_columns) then null else s.price_cents end
   where s.workspace_id = p_caller.workspace_id and s.project_id = p_project and s.approved_at is null
     and p_columns && array['timeline', 'price_cents'];
  return p_caller;
end
$$;
comment on function corkboard.clear_scope_fields(corkboard.caller, uuid, text[]) is
  'Returns the caller. Clears the timeline or price of a scope before draft_scope, which keeps a value that is passed as null. Call it with the workspace locked.';
