create or replace function corkboard.invoice_charges(p_invoice corkboard.invoices)
returns table (
  type text, source_id uuid, day date, rate integer, reason text, net_cents bigint, tax_cents bigint, recorded_at timestamptz)
language plpgsql stable
as $$
begin
  return query
    with invoice as materialized (
      select a.tax_rate_bps as rate, sum(a.net_cents)::bigint as net, sum(a.tax_cents)::bigint as tax,
             case when a.tax_rate_bps = 0 then r.reason end as reason
        from corkboard.invoice_line_amounts(p_invoice) a
       cross join (
         select coalesce(p_invoice.zero_tax_reason,
                  case when p_invoice.party_snapshot -> 'zeroTaxReason' is null then coalesce(c.zero_tax_reason, w.zero_tax_reason)
                       else p_invoice.party_snapshot ->> 'zeroTaxReason' end) as reason
           from corkboard.clients c
           join corkboard.workspaces w on w.id = p_invoice.workspace_id
          where c.workspace_id = p_invoice.workspace_id and c.id = p_invoice.client_id) r
       group by a.tax_rate_bps, r.reason),
    credits as materialized (
      select n.id, n.credited_on, n.created_at, n.line_items, n.late_fee_cents from corkboard.credit_notes n
       where n.workspace_id = p_invoice.workspace_id and n.invoice_id = p_invoice.id)
    select 'invoice' as type, p_invoice.id as id, p_invoice.sent_on as day, i.rate, i.reason, i.net, i.tax, p_invoice.sent_at as at
      from invoice i
    union all
    select 'credit_note', n.id, n.credited_on, i.rate, i.reason, -sum((l.item ->> 'netCents')::bigint)::bigint,
           -sum((l.item ->> 'taxCents')::bigint)::bigint, n.created_at
      from credits n
     cross join lateral json_array_elements(n.line_items) l (item)
      join invoice i on i.rate = (l.item ->> 'taxRateBps')::integer
     group by n.id, n.credited_on, i.rate, i.reason, n.created_at
    union all
    select 'credit_late_fee', n.id, n.credited_on, null, null, -n.late_fee_cents, 0, n.created_at
      from credits n where n.late_fee_cents <> 0
    union all
    -- From before there were credit notes.
    select 'void_invoice', p_invoice.id, p_invoice.voided_on, i.rate, i.reason, -i.net, -i.tax, p_invoice.voided_at
      from invoice i where p_invoice.voided_on is not null and not exists (select 1 from credits)
    union all
    select 'void_late_fee', p_invoice.id, p_invoice.voided_on, null, null, -p_invoice.late_fee_cents, 0, p_invoice.voided_at
     where p_invoice.voided_on is not null and p_invoice.late_fee_cents <> 0 and not exists (select 1 from credits)
    union all
    select 'late_fee', f.id, f.changed_on, null, null, f.amount_cents, 0, f.recorded_at
      from corkboard.late_fee_changes f
     where f.workspace_id = p_invoice.workspace_id and f.invoice_id = p_invoice.id;
end
$$;
comment on function corkboard.invoice_charges(corkboard.invoices) is
  'What a sent invoice charged at each tax rate and took back, by the event: the invoice, changes of its late fee, credit notes, and a void without one.';
