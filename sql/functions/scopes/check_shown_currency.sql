create or replace function corkboard.check_shown_currency(p_workspace uuid, p_project uuid, p_shown text) returns uuid
language plpgsql
as $$
declare
  v_currency text;
begin
  select s.currency into v_currency
    from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  v_currency := coalesce(v_currency, corkboard.workspace_currency(p_workspace));
  if v_currency <> p_shown then
    perform corkboard.reject('conflict', format(
      'Amounts are in %s now, and this form had them in %s. Check the amounts, then send it again.', v_currency, p_shown));
  end if;
  return p_workspace;
end
$$;
comment on function corkboard.check_shown_currency(uuid, uuid, text) is
  'Returns the workspace if the form showed its amounts in the project''s current currency (null project: the workspace''s). Call it with the workspace locked. Rejects with conflict.';
