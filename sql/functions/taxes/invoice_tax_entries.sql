-- What was paid is spread over the rates in proportion, cumulatively: an entry is the difference between what all payments so far
-- come to at a rate, rounded, and what those before it came to. Once all is paid, that is the invoice. Payments count in the
-- order in which they were recorded, so that a later one never changes an earlier one. A credit note changes what there is to pay
-- at a rate, and with it the shares of what was paid before: that is entered on its day. A late fee is not taxed; it is paid last.
create or replace function corkboard.invoice_tax_entries(p_workspace uuid, p_invoice uuid)
returns table (
  basis text, type text, source_id uuid, day date, tax_rate_bps integer, zero_tax_reason text, net_cents bigint, tax_cents bigint,
  recorded_at timestamptz)
language plpgsql stable
as $$
declare
  v_invoice corkboard.invoices;
begin
  select * into v_invoice from corkboard.invoices i
   where i.workspace_id = p_workspace and i.id = p_invoice and i.kind = 'invoice' and i.sent_at is not null;
  if not found then
    return;
  end if;
  return query
    with invoice as materialized (
      select a.tax_rate_bps as rate, sum(a.net_cents)::bigint as net, sum(a.tax_cents)::bigint as tax,
             case when a.tax_rate_bps = 0 then r.reason end as reason
        from corkboard.invoice_line_amounts(v_invoice) a
       cross join (
         select coalesce(v_invoice.zero_tax_reason,
                  case when v_invoice.party_snapshot -> 'zeroTaxReason' is null then coalesce(c.zero_tax_reason, w.zero_tax_reason)
                       else v_invoice.party_snapshot ->> 'zeroTaxReason' end) as reason
           from corkboard.clients c
           join corkboard.workspaces w on w.id = p_workspace
          where c.workspace_id = p_workspace and c.id = v_invoice.client_id) r
       group by a.tax_rate_bps, r.reason),
    credits as materialized (
      select n.id, n.credited_on, n.created_at, n.line_items, n.late_fee_cents from corkboard.credit_notes n
       where n.workspace_id = p_workspace and n.invoice_id = p_invoice),
    charged as materialized (
      select 'invoice' as type, p_invoice as id, v_invoice.sent_on as day, i.rate, i.reason, i.net, i.tax, v_invoice.sent_at as at
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
      select 'void_invoice', p_invoice, v_invoice.voided_on, i.rate, i.reason, -i.net, -i.tax, v_invoice.voided_at
        from invoice i where v_invoice.voided_on is not null and not exists (select 1 from credits)
      union all
      select 'void_late_fee', p_invoice, v_invoice.voided_on, null, null, -v_invoice.late_fee_cents, 0, v_invoice.voided_at
       where v_invoice.voided_on is not null and v_invoice.late_fee_cents <> 0 and not exists (select 1 from credits)
      union all
      select 'late_fee', f.id, f.changed_on, null, null, f.amount_cents, 0, f.recorded_at
        from corkboard.late_fee_changes f
       where f.workspace_id = p_workspace and f.invoice_id = p_invoice),
    paid as (
      select m.*, row_number() over paid as n, sum(m.cents) over paid as paid
        from (
          select y.kind as type, y.id, y.paid_on as day, y.amount_cents as cents, y.recorded_at as at
            from corkboard.payments y
           where y.workspace_id = p_workspace and y.invoice_id = p_invoice
             and not exists (select 1 from corkboard.removed_payments r where r.workspace_id = p_workspace and r.id = y.id)
          union all
          select d.* from corkboard.removed_payments r
           cross join lateral (values
             (r.kind, r.id, r.paid_on, r.amount_cents, r.recorded_at),
             ('removed_payment', r.id, r.removed_on, -r.amount_cents, r.removed_at)) d
           where r.workspace_id = p_workspace and r.invoice_id = p_invoice
          union all
          select 'credit_note', n.id, n.credited_on, 0, n.created_at from credits n) m
      window paid as (order by m.at, m.id)),
    -- At each rate, what was charged by then, and what was charged at it and the rates before; without a rate, nothing.
    owed as (
      select p.*, c.rate, c.reason, c.gross, c.tax, sum(c.gross) over (partition by p.n order by c.rate nulls last, c.reason) as upto,
             sum(c.gross) over (partition by p.n) as total
        from paid p
       cross join lateral (
         select h.rate, h.reason, sum(h.net + h.tax) as gross, sum(h.tax) as tax from charged h
          where h.rate is not null and h.at <= p.at group by 1, 2
         union all
         select null, null, 0, 0) c),
    shares as (
      select s.*, coalesce(round(s.upto * s.covered / s.total) - round((s.upto - s.gross) * s.covered / s.total), 0)
                  + case when s.rate is null then s.paid - s.covered else 0 end as share,
             coalesce(round(s.tax * s.covered / s.total), 0) as tax_share
        from (select o.n, o.type, o.id, o.day, o.at, o.rate, o.reason, o.paid, o.upto, o.gross, o.tax,
                     greatest(least(o.paid, o.total), 0) as covered, nullif(o.total, 0) as total from owed o) s),
    parts as (
      select s.*, s.share - lag(s.share, 1, 0) over earlier as gross_part, s.tax_share - lag(s.tax_share, 1, 0) over earlier as tax_part
        from shares s window earlier as (partition by s.rate, s.reason order by s.n))
    select 'invoice', c.type, c.id, c.day, c.rate, c.reason, c.net, c.tax, c.at from charged c
    union all
    select 'payment', p.type, p.id, p.day, p.rate, p.reason, (p.gross_part - p.tax_part)::bigint, p.tax_part::bigint, p.at
      from parts p where p.gross_part <> 0 or p.tax_part <> 0;
end
$$;
comment on function corkboard.invoice_tax_entries(uuid, uuid) is
  'The tax_entries of an invoice, worked out from the invoice, the changes of its late fee, its credit notes and its payments. None if it is a draft or an estimate.';
