create or replace function corkboard.check_shown_currency(p_workspace uuid, p_project uuid, p_shown text) returns uuid
language plpgsql
as $$
declare
  v_currency text;
begin
  select coalesce(s.currency, w.default_currency) into v_currency
    from corkboard.workspaces w
    left join corkboard.scopes s on s.workspace_id = w.id and s.project_id = p_project
   where w.id = p_workspace;
  if v_currency <> p_shown then
    perform corkboard.reject('conflict', format(
      'Amounts are in %s now, and this form had them in %s. Check the amounts, then send it again.', v_currency, p_shown));
  end if;
  return p_workspace;
end
$$;
comment on function corkboard.check_shown_currency(uuid, uuid, text) is
  'Returns the workspace if the form showed its amounts in the project''s current currency (null project: the workspace''s). Call it with the workspace locked. Rejects with conflict.';
