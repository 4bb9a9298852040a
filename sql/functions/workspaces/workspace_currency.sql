create or replace function corkboard.workspace_currency(p_workspace uuid) returns text
language plpgsql stable
as $$
begin
  return (select w.default_currency from corkboard.workspaces w where w.id = p_workspace);
end
$$;
comment on function corkboard.workspace_currency(uuid) is 'The workspace''s default currency.';
