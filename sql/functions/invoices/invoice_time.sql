-- The workspace is locked while the time is read again, so that of two people who bill the same entry one is rejected.
create or replace function corkboard.invoice_time(
  p_workspace uuid, p_project uuid, p_from date, p_until date, p_rate_cents bigint, p_digest text, p_shown text,
  p_line_items json, p_line_of_entry integer[], p_line_members uuid[], p_subtotal_cents bigint, p_tax_cents bigint
) returns corkboard.invoices
language plpgsql
as $$
declare
  c_max_entries constant integer := 2000;
  c_max_minutes constant integer := 600000;
  v_time jsonb;
  v_entries jsonb;
  v_count integer;
  v_minutes bigint;
  v_first date;
  v_last date;
  v_defaults record;
  v_line_ids uuid[];
  v_invoice corkboard.invoices;
  v_billed record;
begin
  perform
    corkboard.check_range('hourlyRateCents', p_rate_cents, 0, 100000000),
    corkboard.check_date('from', p_from),
    corkboard.check_date('until', p_until);
  if p_until < p_from then
    perform corkboard.reject_field('until', 'must not be before from');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.find_project(p_workspace, p_project);
  v_time := corkboard.time_to_invoice(p_workspace, p_project, p_from, p_until);
  v_entries := v_time -> 'entries';
  select count(*), coalesce(sum((e ->> 'minutes')::integer), 0), min((e ->> 'date')::date), max((e ->> 'date')::date)
    into v_count, v_minutes, v_first, v_last
    from jsonb_array_elements(v_entries) e;
  if v_time ->> 'digest' <> coalesce(p_shown, p_digest) or v_time ->> 'digest' <> p_digest then
    perform corkboard.reject('conflict',
      'The unbilled time of this project, its rate or the tax was changed meanwhile. Check the new lines, then try again.');
  end if;
  if v_count = 0 then
    perform corkboard.reject('conflict', 'There is no unbilled time on these days.');
  end if;
  if v_count > c_max_entries or v_minutes > c_max_minutes then
    perform corkboard.reject_field('until',
      format('must leave at most %s time entries and %s hours for one invoice', c_max_entries, c_max_minutes / 60));
  end if;
  perform corkboard.check_required('hourlyRateCents', p_rate_cents);
  v_defaults := corkboard.draft_defaults(p_workspace, p_project);
  v_invoice := corkboard.draft_invoice(
    corkboard.current_actor(p_workspace), p_project, 'invoice', v_time ->> 'currency', p_line_items, p_subtotal_cents, 0,
    (v_time ->> 'taxRateBps')::integer, (v_time ->> 'taxInclusive')::boolean, p_tax_cents,
    v_defaults.due_date, v_first, null, v_defaults.notes);
  v_line_ids := array(select corkboard.uuid_v7() from json_array_elements(p_line_items));
  perform corkboard.set_invoice_details(p_workspace, v_invoice.id, jsonb_build_object(
    'line_units', array_fill('hours'::text, array[cardinality(v_line_ids)]),
    'supply_until', nullif(v_last, v_first)));
  update corkboard.invoices i set line_ids = v_line_ids, line_members = p_line_members
   where i.workspace_id = p_workspace and i.id = v_invoice.id
  returning * into v_invoice;
  -- One by one: Citus would copy rows of a list, which row-level security forbids.
  for v_billed in
    select (e.entry ->> 'id')::uuid as entry_id, v_line_ids[p_line_of_entry[e.number]] as line_id
      from jsonb_array_elements(v_entries) with ordinality e (entry, number)
  loop
    insert into corkboard.billed_time (workspace_id, time_entry_id, invoice_id, line_id)
    values (p_workspace, v_billed.entry_id, v_invoice.id, v_billed.line_id);
  end loop;
  perform corkboard.record_change(
    corkboard.current_actor(p_workspace), 'invoice.time_billed', 'invoice', v_invoice.id,
    jsonb_build_object('minutes', jsonb_build_array(null, v_minutes)));
  return v_invoice;
end
$$;
comment on function corkboard.invoice_time(uuid, uuid, date, date, bigint, text, text, json, integer[], uuid[], bigint, bigint) is
  'Drafts an invoice that bills the unbilled time of a project (time_to_invoice). The caller makes the lines and computes the amounts (src/money): p_line_of_entry has the number of the line of each entry, p_line_members whose time each line bills (null: not one member''s alone), p_digest is of what the lines were made from, and p_shown of what the page showed (null: any). Rejects with validation, not_found, conflict (nothing to bill, or the time, the rate or the tax was changed since).';
