create or replace function corkboard.draft_scope(
  p_caller corkboard.caller, p_project uuid, p_deliverables text[], p_revision_rounds integer, p_timeline text,
  p_price_cents integer, p_currency text
) returns corkboard.scopes
language plpgsql
as $$
declare
  v_scope corkboard.scopes;
begin
  perform
    corkboard.check_deliverables('deliverables', p_deliverables),
    corkboard.check_range('revisionRounds', p_revision_rounds, 0, 20),
    corkboard.check_text('timeline', p_timeline, 500),
    corkboard.check_range('priceCents', p_price_cents, 0, 100000000),
    corkboard.check_currency('currency', p_currency);
  perform corkboard.find_project(p_caller.workspace_id, p_project);
  perform 1 from corkboard.agreements a where a.workspace_id = p_caller.workspace_id and a.project_id = p_project;
  if found then
    perform corkboard.reject('conflict',
      'The project has an agreement: its scope changes through a change order or a new version of the agreement, in the app.');
  end if;
  select * into v_scope from corkboard.scopes s
   where s.workspace_id = p_caller.workspace_id and s.project_id = p_project;
  if v_scope.approved_at is not null then
    perform corkboard.reject('conflict',
      'The client has approved this scope: it changes through a change order, in the app.');
  end if;
  perform corkboard.count_monthly_write(p_caller);
  -- Adds the project's scope if it is missing. The first draft fixes the currency.
  insert into corkboard.scopes as s
    (workspace_id, project_id, deliverables, revision_rounds, timeline, price_cents, currency, version)
  values
    (p_caller.workspace_id, p_project, p_deliverables, coalesce(p_revision_rounds, 2), p_timeline, p_price_cents,
     coalesce(p_currency, corkboard.workspace_currency(p_caller.workspace_id)), 1)
  on conflict (workspace_id, project_id) do update
    set deliverables = p_deliverables,
        revision_rounds = coalesce(p_revision_rounds, s.revision_rounds),
        timeline = coalesce(p_timeline, s.timeline),
        price_cents = coalesce(p_price_cents, s.price_cents),
        currency = coalesce(p_currency, s.currency, excluded.currency),
        version = s.version + 1
  returning s.* into v_scope;
  insert into corkboard.scope_versions
    (workspace_id, project_id, version, deliverables, revision_rounds, timeline, price_cents, currency, payment_plan,
     drafted_via, drafted_by)
  values
    (v_scope.workspace_id, v_scope.project_id, v_scope.version, v_scope.deliverables, v_scope.revision_rounds, v_scope.timeline,
     v_scope.price_cents, v_scope.currency, v_scope.payment_plan, p_caller.via, p_caller.label);
  perform corkboard.sync_deliverables(p_caller.workspace_id, p_project, p_deliverables);
  perform corkboard.record_audit(p_caller, 'scope.drafted', 'scope', v_scope.id);
  return v_scope;
end
$$;
comment on function corkboard.draft_scope(corkboard.caller, uuid, text[], integer, text, integer, text) is
  'Drafts the scope''s next version and keeps the earlier ones; null keeps a field''s value. Rejects with validation, not_found, conflict (approved, or the project has an agreement), plan_limit (allowance).';
