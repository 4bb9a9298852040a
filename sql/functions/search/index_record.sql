-- The unit separator prevents matches that span two fields. References and phone numbers are found with and without their
-- separators.
create or replace function corkboard.index_record(p_kind text, p_row jsonb) returns void
language plpgsql
as $$
declare
  c_between constant text := E'\x1f';
  v_workspace constant uuid := (p_row ->> 'workspace_id')::uuid;
  v_record constant uuid := (p_row ->> 'id')::uuid;
  v_reference constant text := corkboard.compact_for_search(corkboard.fold_for_search(
    case p_kind when 'invoice' then p_row ->> 'po_number' when 'payment' then p_row ->> 'reference' end));
  v_text constant text := corkboard.fold_for_search(case p_kind
    when 'project' then p_row ->> 'name'
    when 'invoice' then concat_ws(c_between, p_row ->> 'number', p_row ->> 'po_number', (
      select string_agg(c.number, c_between) from corkboard.credit_notes c where c.workspace_id = v_workspace and c.invoice_id = v_record))
    when 'payment' then coalesce(p_row ->> 'reference', '')
    when 'change_order' then concat_ws(c_between, p_row ->> 'title', p_row ->> 'description')
    else concat_ws(c_between, p_row ->> 'name', p_row ->> 'company', p_row ->> 'legal_name', p_row ->> 'contact_name',
      p_row ->> 'email', p_row ->> 'billing_email', p_row ->> 'vat_number', p_row ->> 'phone',
      translate(p_row ->> 'phone', ' .-/()', ''), (
        select string_agg(concat_ws(c_between, c.contact ->> 'name', c.contact ->> 'email', c.contact ->> 'phone',
                 translate(c.contact ->> 'phone', ' .-/()', '')), c_between)
          from jsonb_array_elements(nullif(p_row -> 'contacts', 'null')) c (contact))) end);
  -- An invoice is also found by what is still due of it, which the client pays next, and a refund by what was paid back.
  v_amounts constant bigint[] := case p_kind
    when 'invoice' then array[(p_row ->> 'total_cents')::bigint, nullif((p_row ->> 'part_paid_cents')::bigint, 0)]
    when 'payment' then array[abs((p_row ->> 'amount_cents')::bigint)]
    when 'change_order' then array[(p_row ->> 'amount_cents')::bigint] end;
begin
  insert into corkboard.search_entries (workspace_id, kind, record_id, search_text, amounts)
  values (
    v_workspace, p_kind, v_record, concat_ws(c_between, v_text, v_reference),
    coalesce('|' || corkboard.amount_for_search(v_amounts[1], p_row ->> 'currency') || '|', '')
      || coalesce(corkboard.amount_for_search(v_amounts[1] - v_amounts[2], p_row ->> 'currency') || '|', ''))
  on conflict (workspace_id, kind, record_id) do update set search_text = excluded.search_text, amounts = excluded.amounts;
end
$$;
comment on function corkboard.index_record(text, jsonb) is
  'Stores by what the console''s search finds a record of a kind (search_entries), folded.';
