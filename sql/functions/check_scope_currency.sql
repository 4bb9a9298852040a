create or replace function corkboard.check_scope_currency(
  p_caller corkboard.caller, p_project uuid, p_currency text, p_price_given boolean
) returns corkboard.caller
language plpgsql
as $$
declare
  v_scope corkboard.scopes;
begin
  select * into v_scope from corkboard.scopes s
   where s.workspace_id = p_caller.workspace_id and s.project_id = p_project;
  -- Whether an approved scope may be drafted again is for draft_scope to say.
  if v_scope.price_cents is not null and v_scope.approved_at is null and v_scope.currency <> p_currency
     and not p_price_given then
    perform corkboard.refuse_value('priceCents', format(
      'must be entered again, in %s: so far it is in %s', p_currency, v_scope.currency));
  end if;
  return p_caller;
end
$$;
comment on function corkboard.check_scope_currency(corkboard.caller, uuid, text, boolean) is
  'The caller again, unless a scope with a price would get another currency (null: keeps its own) while its price is kept: its number would become an amount in that currency. For drafts by people; the API keeps the number. To be called with the workspace locked. Refuses with validation.';
