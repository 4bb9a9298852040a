create or replace function corkboard.check_scope_currency(
  p_caller corkboard.caller, p_project uuid, p_currency text, p_price_given boolean, p_rate_given boolean
) returns corkboard.caller
language plpgsql
as $$
declare
  v_amounts record;
begin
  select s.price_cents, p.hourly_rate_cents, coalesce(s.currency, w.default_currency) as currency into v_amounts
    from corkboard.workspaces w
    join corkboard.projects p on p.workspace_id = w.id
    -- draft_scope decides whether an approved scope may be drafted again.
    join corkboard.scopes s on s.workspace_id = p.workspace_id and s.project_id = p.id and s.approved_at is null
   where w.id = p_caller.workspace_id and p.id = p_project;
  if v_amounts.currency <> p_currency then
    if v_amounts.price_cents is not null and not p_price_given then
      perform corkboard.reject_field('priceCents', format(
        'must be entered again in %s, or left blank to remove it: so far it is in %s', p_currency, v_amounts.currency));
    elsif v_amounts.hourly_rate_cents is not null and not p_rate_given then
      perform corkboard.reject_field('hourlyRateCents', format(
        'must be entered again in %s, or left blank to remove it: so far it is in %s', p_currency, v_amounts.currency));
    end if;
  end if;
  return p_caller;
end
$$;
comment on function corkboard.check_scope_currency(corkboard.caller, uuid, text, boolean, boolean) is
  'Returns the caller. Rejects with validation a new currency for a scope (null: no change) if its price, or the project''s hourly rate, would be kept: the number would silently become an amount in that currency. For drafts by people; the API keeps the numbers. Call it with the workspace locked.';
