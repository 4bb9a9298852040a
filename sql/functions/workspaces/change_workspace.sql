create or replace function corkboard.change_workspace(p_workspace uuid, p_changes jsonb) returns corkboard.workspaces
language plpgsql
as $$
declare
  c_required constant text[] :=
    '{name,plan,default_currency,tax_rate_bps,prices_include_tax,ai,time_zone,locale,intake_questions,
      members_see_time}';
  c_optional constant text[] :=
    '{letterhead,terms,legal_name,address_lines,postal_code,city,region,country,vat_number,tax_number,registration_number,
      iban,bic,bank_details,e_invoice_network_id,payment_term_days,invoice_notes,estimate_notes,invoice_footer,pay_link,zero_tax_reason,
      contact_name,contact_email,contact_phone}';
  -- It is on each page, and leaves room for nothing else if it is longer.
  c_max_footer_lines constant integer := 10;
  c_line_break constant text := '\r\n|[\n\r\v\f\u0085\u2028\u2029]';
  v_before corkboard.workspaces;
  v_workspace corkboard.workspaces;
begin
  perform corkboard.check_known_columns(p_changes, c_required, c_optional);
  perform corkboard.check_currency('currency', p_changes ->> 'default_currency');
  perform corkboard.check_integer('taxRateBps', p_changes -> 'tax_rate_bps', 0, 10000);
  perform corkboard.check_boolean('pricesIncludeTax', p_changes -> 'prices_include_tax');
  perform corkboard.check_boolean('ai', p_changes -> 'ai');
  perform corkboard.check_boolean('membersSeeTime', p_changes -> 'members_see_time');
  perform corkboard.check_integer('paymentTermDays', p_changes -> 'payment_term_days', 0, 365);
  if jsonb_typeof(p_changes -> 'intake_questions') <> 'array' then
    perform corkboard.reject_field('intakeQuestions', 'must be a list');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  perform corkboard.check_plan(p_changes ->> 'plan') where p_changes ? 'plan';
  select * into v_before from corkboard.workspaces w where w.id = p_workspace;
  v_workspace := jsonb_populate_record(v_before, p_changes);
  perform corkboard.check_workspace_name('name', v_workspace.name);
  perform corkboard.check_time_zone('timeZone', v_workspace.time_zone);
  if v_workspace.locale !~ '^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$' then
    perform corkboard.reject_field('locale', 'must be a language and a country, like en-GB');
  end if;
  perform corkboard.check_text('letterhead', v_workspace.letterhead, 2000);
  perform corkboard.check_text('terms', v_workspace.terms, 20000);
  perform corkboard.check_questions('intakeQuestions', v_workspace.intake_questions);
  perform corkboard.check_line('legalName', v_workspace.legal_name, 500);
  perform corkboard.check_address(
    v_workspace.address_lines, v_workspace.postal_code, v_workspace.city, v_workspace.region, v_workspace.country);
  perform corkboard.check_vat_number('vatNumber', v_workspace.vat_number);
  perform corkboard.check_line('taxNumber', v_workspace.tax_number, 50);
  perform corkboard.check_line('registrationNumber', v_workspace.registration_number, 100);
  perform corkboard.check_form('iban', v_workspace.iban, 50, '^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$',
    'must be an IBAN, like DE89 3704 0044 0532 0130 00');
  perform corkboard.check_form('bic', v_workspace.bic, 50, '^[A-Z0-9]{8}([A-Z0-9]{3})?$', 'must be a BIC, like COBADEFFXXX');
  perform corkboard.check_text('bankDetails', v_workspace.bank_details, 500);
  perform corkboard.check_network_id('eInvoiceNetworkId', v_workspace.e_invoice_network_id);
  perform corkboard.check_text('invoiceNotes', v_workspace.invoice_notes, 5000);
  perform corkboard.check_text('estimateNotes', v_workspace.estimate_notes, 5000);
  perform corkboard.check_text('invoiceFooter', v_workspace.invoice_footer, 1000);
  if cardinality(regexp_split_to_array(v_workspace.invoice_footer, c_line_break)) > c_max_footer_lines then
    perform corkboard.reject_field('invoiceFooter', format('must be at most %s lines', c_max_footer_lines));
  end if;
  perform corkboard.check_pay_link('payLink', v_workspace.pay_link);
  perform corkboard.check_zero_tax_reason('zeroTaxReason', v_workspace.zero_tax_reason);
  perform corkboard.check_line('contactName', v_workspace.contact_name, 500);
  perform corkboard.check_email('contactEmail', v_workspace.contact_email);
  perform corkboard.check_line('contactPhone', v_workspace.contact_phone, 50);
  v_workspace := corkboard.change_record(v_before, p_changes);
  if v_workspace is distinct from v_before then
    perform corkboard.record_change(
      corkboard.current_actor(p_workspace), 'workspace.changed', 'workspace', p_workspace,
      corkboard.row_changes(to_jsonb(v_before), to_jsonb(v_workspace), '{terms,invoice_notes,estimate_notes}'));
  end if;
  return v_workspace;
end
$$;
comment on function corkboard.change_workspace(uuid, jsonb) is
  'Changes the given columns, as in {"time_zone": "Europe/Berlin", "terms": null}; null clears a value that may be missing. Rejects with validation, not_found (workspace, plan).';
