create or replace function corkboard.change_workspace(p_workspace uuid, p_changes jsonb) returns corkboard.workspaces
language plpgsql
as $$
declare
  c_required constant text[] :=
    '{name,plan,default_currency,tax_rate_bps,prices_include_tax,ai,time_zone,locale,intake_questions}';
  c_optional constant text[] := '{letterhead,terms}';
  v_missing text;
  v_before corkboard.workspaces;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_known_columns(p_changes, c_required || c_optional);
  select c.key into v_missing from jsonb_each(p_changes) c where c.value = 'null' and c.key = any (c_required) limit 1;
  if found then
    perform corkboard.reject_field(corkboard.field_name(v_missing), 'is required');
  end if;
  perform corkboard.check_currency('currency', p_changes ->> 'default_currency');
  perform corkboard.check_integer('taxRateBps', p_changes -> 'tax_rate_bps', 0, 10000);
  perform corkboard.check_boolean('pricesIncludeTax', p_changes -> 'prices_include_tax');
  perform corkboard.check_boolean('ai', p_changes -> 'ai');
  if jsonb_typeof(p_changes -> 'intake_questions') <> 'array' then
    perform corkboard.reject_field('intakeQuestions', 'must be a list');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_plan(p_changes ->> 'plan') where p_changes ? 'plan';
  select * into v_before from corkboard.workspaces w where w.id = p_workspace;
  v_workspace := jsonb_populate_record(v_before, p_changes);
  -- A longer name from before this limit stays until it is changed.
  if v_workspace.name is distinct from v_before.name then
    perform corkboard.check_workspace_name('name', v_workspace.name);
  end if;
  perform corkboard.check_time_zone('timeZone', v_workspace.time_zone);
  if v_workspace.locale !~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' then
    perform corkboard.reject_field('locale', 'must be a language and a country, like en-GB');
  end if;
  perform corkboard.check_text('letterhead', v_workspace.letterhead, 2000);
  perform corkboard.check_text('terms', v_workspace.terms, 20000);
  perform corkboard.check_questions('intakeQuestions', v_workspace.intake_questions);
  update corkboard.workspaces w
     set name = v_workspace.name,
         plan = v_workspace.plan,
         default_currency = v_workspace.default_currency,
         tax_rate_bps = v_workspace.tax_rate_bps,
         prices_include_tax = v_workspace.prices_include_tax,
         ai = v_workspace.ai,
         time_zone = v_workspace.time_zone,
         locale = v_workspace.locale,
         letterhead = v_workspace.letterhead,
         terms = v_workspace.terms,
         intake_questions = v_workspace.intake_questions
   where w.id = p_workspace
  returning * into v_workspace;
  if v_workspace is distinct from v_before then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'workspace.changed', 'workspace', p_workspace,
      corkboard.row_changes(to_jsonb(v_before), to_jsonb(v_workspace), '{terms}'));
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.change_workspace(uuid, jsonb) is
  'Changes the given columns, as in {"time_zone": "Europe/Berlin", "terms": null}; null clears the letterhead or the terms. Rejects with validation, not_found (workspace, plan).';
