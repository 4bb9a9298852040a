-- src/money/totals.ts computes the same, for drafts and documents; a test compares both.
create or replace function corkboard.invoice_line_amounts(p_invoice corkboard.invoices)
returns table (
  line integer, description text, quantity_hundredths bigint, unit_price_cents bigint, tax_rate_bps integer, discount_cents bigint,
  net_cents bigint, tax_cents bigint)
language sql immutable
as $$
  with lines as (
    select n::integer as line, e ->> 'description' as description, (e ->> 'quantityHundredths')::numeric as quantity,
           (e ->> 'unitPriceCents')::numeric as price, coalesce((e ->> 'taxRateBps')::integer, p_invoice.tax_rate_bps) as rate
      from json_array_elements(p_invoice.line_items) with ordinality i (e, n)
    union all
    select 1, null, 100, p_invoice.subtotal_cents, p_invoice.tax_rate_bps where json_array_length(p_invoice.line_items) = 0),
  amounts as (
    select l.*, div(2 * l.quantity * l.price + 100, 200) as amount from lines l),
  -- The discount is apportioned by largest remainder; of equal ones the earlier line gets the cent.
  shares as (
    select a.*, div(p_invoice.discount_cents * a.amount, nullif(sum(a.amount) over (), 0)) as share,
           mod(p_invoice.discount_cents * a.amount, nullif(sum(a.amount) over (), 0)) as remainder
      from amounts a),
  discounted as (
    select s.*, coalesce(s.share, 0)
             + case when row_number() over (order by s.remainder desc nulls last, s.line) <= p_invoice.discount_cents - sum(s.share) over ()
               then 1 else 0 end as discount
      from shares s),
  taxed as (
    select d.*, d.amount - d.discount as discounted,
           div(2 * (d.amount - d.discount) * d.rate + t.divisor, 2 * t.divisor) as tax
      from discounted d
     cross join lateral (select 10000 + case when p_invoice.tax_inclusive then d.rate else 0 end as divisor) t)
  select t.line, t.description, t.quantity::bigint, t.price::bigint, t.rate, t.discount::bigint,
         (t.discounted - case when p_invoice.tax_inclusive then t.tax else 0 end)::bigint, t.tax::bigint
    from taxed t order by t.line
$$;
comment on function corkboard.invoice_line_amounts(corkboard.invoices) is
  'The lines of an invoice, counted from 1, with their rate, share of the discount, net amount and tax. A flat amount is one line without a description.';
