-- All that is left of an invoice without payments voids it. The credit note is of today, so that what was handed out for earlier
-- days stays true.
create or replace function corkboard.credit_invoice(
  p_workspace uuid, p_invoice uuid, p_reason text default null, p_lines text[] default null, p_amount_cents bigint default null,
  p_tax_rate_bps integer default null, p_version integer default null
) returns corkboard.credit_notes
language plpgsql
as $$
declare
  v_is_rest constant boolean := p_lines is null and p_amount_cents is null;
  v_lines integer[];
  v_today date;
  v_invoice corkboard.invoices;
  v_left record;
  v_tax_cents bigint;
  v_chosen record;
  v_sequence integer;
  v_number text;
  v_note corkboard.credit_notes;
begin
  perform
    corkboard.check_text('reason', p_reason, 500),
    corkboard.check_range('amountCents', p_amount_cents, 1, 9007199254740991),
    corkboard.check_range('taxRateBps', p_tax_rate_bps, 0, 10000);
  if exists (select 1 from unnest(p_lines) l (line) where l.line !~ '^[1-9]\d{0,3}$') then
    perform corkboard.reject_field('lines', 'must be numbers of lines');
  end if;
  v_lines := p_lines::integer[];
  if p_lines is not null and p_amount_cents is not null then
    perform corkboard.reject_field('amountCents', 'must be left out if lines are named');
  end if;
  -- A blank amount is not all that is left.
  if p_amount_cents is null and p_tax_rate_bps is not null then
    perform corkboard.reject_field('amountCents', 'is required if a tax rate is given');
  end if;
  perform corkboard.lock_workspace(p_workspace);
  v_today := corkboard.workspace_today(p_workspace);
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  if v_invoice.kind <> 'invoice' or v_invoice.status not in ('SENT', 'PAID') then
    perform corkboard.reject('conflict',
      format('%s is a %s %s: a SENT or PAID invoice can be corrected.', v_invoice.number, v_invoice.status, v_invoice.kind));
  end if;
  perform corkboard.check_invoice_version(v_invoice, p_version);
  if v_invoice.credited_cents = v_invoice.total_cents then
    perform corkboard.reject('conflict', format('Nothing of %s is left to credit.', v_invoice.number));
  end if;
  if v_lines && corkboard.credited_lines(p_workspace, p_invoice) then
    perform corkboard.reject_field('lines', 'must not be credited already');
  end if;
  if not v_lines <@ array(select l.line from corkboard.invoice_line_amounts(v_invoice) l) then
    perform corkboard.reject_field('lines', 'must be lines of the invoice');
  end if;
  if p_amount_cents is not null then
    select * into v_left from corkboard.uncredited_amounts(p_workspace, p_invoice) u where u.tax_rate_bps = p_tax_rate_bps;
    if not found then
      perform corkboard.reject_field('taxRateBps', 'must be a rate of the invoice');
    end if;
    if p_amount_cents > v_left.net_cents + v_left.tax_cents then
      perform corkboard.reject_field('amountCents',
        format('must be at most %s, which is left at this rate', v_left.net_cents + v_left.tax_cents),
        v_left.net_cents + v_left.tax_cents);
    end if;
    -- Rounded half up, but never so that more net or tax is credited than is left.
    v_tax_cents := least(v_left.tax_cents, greatest(
      p_amount_cents - v_left.net_cents,
      div(2::numeric * p_amount_cents * p_tax_rate_bps + 10000 + p_tax_rate_bps, 2 * (10000 + p_tax_rate_bps))));
  end if;
  -- Whole lines, an amount at a rate, or what earlier credit notes left at each rate.
  select json_agg(json_build_object(
           'line', c.line, 'description', c.description, 'quantityHundredths', c.quantity_hundredths, 'unitPriceCents', c.unit_price_cents,
           'taxRateBps', c.tax_rate_bps, 'discountCents', c.discount_cents, 'netCents', c.net_cents, 'taxCents', c.tax_cents)
           order by c.line, c.tax_rate_bps desc) as lines,
         coalesce(sum(c.net_cents), 0)::bigint as net_cents, coalesce(sum(c.tax_cents), 0)::bigint as tax_cents
    into v_chosen
    from (
      select * from corkboard.invoice_line_amounts(v_invoice) l
       where l.line = any (v_lines) or (v_is_rest and v_invoice.credited_cents = 0)
      union all
      select null, null, 100, a.net + case when v_invoice.tax_inclusive then a.tax else 0 end, a.rate, 0, a.net, a.tax
        from (
          select p_tax_rate_bps as rate, p_amount_cents - v_tax_cents as net, v_tax_cents as tax where p_amount_cents is not null
          union all
          select u.tax_rate_bps, u.net_cents, u.tax_cents from corkboard.uncredited_amounts(p_workspace, p_invoice) u
           where v_is_rest and v_invoice.credited_cents > 0 and u.net_cents + u.tax_cents > 0) a) c;
  if v_chosen.net_cents + v_chosen.tax_cents = 0 and not v_is_rest then
    perform corkboard.reject_field('lines', 'must come to more than 0');
  end if;
  select coalesce(max(c.sequence), 0) + 1 into v_sequence from corkboard.credit_notes c where c.workspace_id = p_workspace;
  -- Before the statement: Citus calls no functions of the schema in one that inserts what it selects.
  v_number := corkboard.take_number(p_workspace, 'credit_note', v_sequence);
  insert into corkboard.credit_notes
    (workspace_id, invoice_id, client_id, sequence, number, currency, line_items, net_cents, tax_cents, late_fee_cents, reason,
     credited_on, created_by)
  values
    (p_workspace, p_invoice, v_invoice.client_id, v_sequence, v_number, v_invoice.currency, coalesce(v_chosen.lines, '[]'),
     v_chosen.net_cents, v_chosen.tax_cents, case when v_is_rest then v_invoice.late_fee_cents else 0 end, p_reason,
     v_today, corkboard.current_recorder())
  returning * into v_note;
  -- Whole lines may come to more than an amount that was credited at their rate left of it.
  if exists (select 1 from corkboard.uncredited_amounts(p_workspace, p_invoice) u where u.net_cents < 0 or u.tax_cents < 0) then
    perform corkboard.reject_field('lines', 'must not come to more than is left at their rate');
  end if;
  perform corkboard.issue_document(p_workspace, 'credit_note', v_note.id);
  v_invoice := corkboard.settle_invoice(
    p_workspace, p_invoice, p_entry => 'invoice.credited', p_changes => jsonb_strip_nulls(jsonb_build_object(
      'creditNote', jsonb_build_array('', v_note.number),
      'currency', jsonb_build_array(v_invoice.currency, v_invoice.currency),
      'creditedCents', jsonb_build_array(v_invoice.credited_cents, v_invoice.credited_cents + v_note.total_cents),
      'reason', case when p_reason is not null then jsonb_build_array('', p_reason) end)));
  perform corkboard.free_billed_time(p_workspace, p_invoice, array(
    select l.id from unnest(v_invoice.line_ids) with ordinality l (id, line)
     where l.line <> all (corkboard.credited_lines(p_workspace, p_invoice))));
  return v_note;
end
$$;
comment on function corkboard.credit_invoice(uuid, uuid, text, text[], bigint, integer, integer) is
  'Makes a credit note over lines of a SENT or PAID invoice (p_lines, counted from 1), over an amount with its tax at one of its rates (p_amount_cents, p_tax_rate_bps), or over all that is left, with the late fee. The time that these lines billed is unbilled again. p_reason is printed; p_version is the version that the caller saw (null: any). Rejects with validation (also more than is left, or a line that is credited already), not_found, conflict (not SENT or PAID, nothing left, or changed since). The invoice becomes VOID if it has no payments and nothing of it is left, and PAID, with invoice.paid, if its payments and credits reach its total.';
