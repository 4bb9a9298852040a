create or replace function corkboard.set_invoice_details(p_workspace uuid, p_invoice uuid, p_details jsonb) returns corkboard.invoices
language plpgsql
as $$
declare
  c_max_millionths constant bigint := 1000000000000000;
  c_units constant text[] := '{hours,days,pieces,flat}';
  v_invoice corkboard.invoices;
  v_at text;
begin
  perform corkboard.check_known_columns(
    p_details, '{}', '{language,line_units,supply_until,zero_tax_reason,exchange_rate_millionths}');
  v_invoice := jsonb_populate_record(corkboard.find_invoice(p_workspace, p_invoice), p_details);
  if v_invoice.status <> 'DRAFT' then
    perform corkboard.reject('conflict',
      format('%s is %s: only a DRAFT can be edited.', v_invoice.number, v_invoice.status));
  end if;
  perform
    corkboard.check_one_of('language', v_invoice.language, corkboard.document_languages()),
    corkboard.check_zero_tax_reason('zeroTaxReason', v_invoice.zero_tax_reason),
    corkboard.check_date('supplyUntil', v_invoice.supply_until);
  if not v_invoice.exchange_rate_millionths between 1 and c_max_millionths then
    perform corkboard.reject_field('exchangeRateMillionths', format('must be between 1 and %s', c_max_millionths));
  end if;
  if v_invoice.supply_until is not null and v_invoice.supply_date is null then
    perform corkboard.reject_field('supplyDate', 'is required if supplyUntil is given');
  end if;
  if v_invoice.supply_until < v_invoice.supply_date then
    perform corkboard.reject_field('supplyUntil', 'must not be before supplyDate');
  end if;
  if cardinality(v_invoice.line_units) <> json_array_length(v_invoice.line_items) then
    perform corkboard.reject_field('lineUnits', 'must have as many elements as there are lines');
  end if;
  select format('lineItems.%s.unit', u.number - 1) into v_at
    from unnest(v_invoice.line_units) with ordinality u (unit, number) where not u.unit = any (c_units) limit 1;
  if found then
    perform corkboard.reject_field(v_at, format('must be one of %s', array_to_string(c_units, ', ')));
  end if;
  return corkboard.change_record(v_invoice, p_details);
end
$$;
comment on function corkboard.set_invoice_details(uuid, uuid, jsonb) is
  'Sets what the document of a DRAFT says besides its content, by column: language, line_units, supply_until, zero_tax_reason, exchange_rate_millionths. For edit_invoice and for drafting in the console: it leaves version and audit log alone. Rejects with validation, not_found, conflict (not a DRAFT).';
