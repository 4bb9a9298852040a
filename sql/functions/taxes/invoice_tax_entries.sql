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
  if not exists (select 1 from corkboard.payments y where y.workspace_id = p_workspace and y.invoice_id = p_invoice)
     and not exists (select 1 from corkboard.removed_payments r where r.workspace_id = p_workspace and r.invoice_id = p_invoice) then
    return query
      select 'invoice', c.type, c.source_id, c.day, c.rate, c.reason, c.net_cents, c.tax_cents, c.recorded_at
        from corkboard.invoice_charges(v_invoice) c;
    return;
  end if;
  return query
    with charged as materialized (select * from corkboard.invoice_charges(v_invoice)),
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
          select distinct h.type, h.source_id, h.day, 0, h.recorded_at from charged h where h.type = 'credit_note') m
      window paid as (order by m.at, m.id)),
    -- At each rate, what was charged by then, and what was charged at it and the rates before; without a rate, nothing.
    owed as (
      select p.*, c.rate, c.reason, c.gross, c.tax, sum(c.gross) over (partition by p.n order by c.rate nulls last, c.reason) as upto,
             sum(c.gross) over (partition by p.n) as total
        from paid p
       cross join lateral (
         select h.rate, h.reason, sum(h.net_cents + h.tax_cents) as gross, sum(h.tax_cents) as tax from charged h
          where h.rate is not null and h.recorded_at <= p.at group by 1, 2
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
    select 'invoice', c.type, c.source_id, c.day, c.rate, c.reason, c.net_cents, c.tax_cents, c.recorded_at from charged c
    union all
    select 'payment', p.type, p.id, p.day, p.rate, p.reason, (p.gross_part - p.tax_part)::bigint, p.tax_part::bigint, p.at
      from parts p where p.gross_part <> 0 or p.tax_part <> 0;
end
$$;
comment on function corkboard.invoice_tax_entries(uuid, uuid) is
  'The tax_entries of an invoice, worked out from the invoice, the changes of its late fee, its credit notes and its payments. None if it is a draft or an estimate.';
