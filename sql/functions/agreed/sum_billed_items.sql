-- Line by line and item by item, because Citus takes no row of a table as a parameter. An amount that was credited at a rate counts
-- for the lines at that rate in proportion, cumulatively, so that they add up to what is left of it; and what was paid of an invoice
-- for all its lines, and last for its late fee.
create or replace function corkboard.sum_billed_items(p_workspace uuid, p_invoice uuid, p_items uuid[] default null) returns void
language plpgsql
as $$
declare
  v_invoice constant corkboard.invoices := corkboard.find_invoice(p_workspace, p_invoice);
  v_credited constant integer[] := corkboard.credited_lines(p_workspace, p_invoice);
  v_line record;
  v_item uuid;
  v_sums record;
begin
  for v_line in
    select (v_invoice.line_ids)[l.line] as line_id,
           coalesce(round(l.net_upto * u.net_cents / nullif(l.net_at_rate, 0))
                    - round((l.net_upto - l.net_cents) * u.net_cents / nullif(l.net_at_rate, 0)), 0) as net_cents,
           coalesce(round(l.tax_upto * u.tax_cents / nullif(l.tax_at_rate, 0))
                    - round((l.tax_upto - l.tax_cents) * u.tax_cents / nullif(l.tax_at_rate, 0)), 0) as tax_cents
      from (
        select a.line, a.tax_rate_bps, a.net_cents, a.tax_cents, sum(a.net_cents) over upto as net_upto,
               sum(a.tax_cents) over upto as tax_upto, sum(a.net_cents) over at_rate as net_at_rate,
               sum(a.tax_cents) over at_rate as tax_at_rate
          from corkboard.invoice_line_amounts(v_invoice) a
         where a.line <> all (v_credited)
        window at_rate as (partition by a.tax_rate_bps), upto as (partition by a.tax_rate_bps order by a.line)) l
      join corkboard.uncredited_amounts(p_workspace, p_invoice) u on u.tax_rate_bps = l.tax_rate_bps
    union all
    select (v_invoice.line_ids)[c.line], 0, 0 from unnest(v_credited) c (line)
  loop
    update corkboard.billed_items b set net_cents = v_line.net_cents, gross_cents = v_line.net_cents + v_line.tax_cents
     where b.workspace_id = p_workspace and b.invoice_id = p_invoice and b.line_id is not distinct from v_line.line_id;
  end loop;
  foreach v_item in array coalesce(p_items, array(
    select distinct b.item_id from corkboard.billed_items b where b.workspace_id = p_workspace and b.invoice_id = p_invoice))
  loop
    select coalesce(sum(b.net_cents) filter (where i.status <> 'DRAFT'), 0) as invoiced_net,
           coalesce(sum(b.gross_cents) filter (where i.status <> 'DRAFT'), 0) as invoiced_gross,
           coalesce(sum(b.net_cents) filter (where i.status = 'DRAFT'), 0) as drafted_net,
           coalesce(sum(b.gross_cents) filter (where i.status = 'DRAFT'), 0) as drafted_gross,
           coalesce(sum(case when i.status = 'PAID' then b.gross_cents
                             when i.part_paid_cents > i.credited_cents
                             then least(b.gross_cents, div(b.gross_cents * (i.part_paid_cents - i.credited_cents),
                                                           nullif(i.total_cents - i.late_fee_cents - i.credited_cents, 0)))
                             else 0 end), 0) as paid
      into v_sums
      from (
        select l.invoice_id, sum(l.net_cents) as net_cents, sum(l.gross_cents) as gross_cents from corkboard.billed_items l
         where l.workspace_id = p_workspace and l.item_id = v_item group by 1) b
      join corkboard.invoices i on i.workspace_id = p_workspace and i.id = b.invoice_id;
    update corkboard.agreed_items a
       set invoiced_net_cents = v_sums.invoiced_net, invoiced_gross_cents = v_sums.invoiced_gross,
           drafted_net_cents = v_sums.drafted_net, drafted_gross_cents = v_sums.drafted_gross,
           paid_gross_cents = v_sums.paid,
           version = a.version + 1
     where a.workspace_id = p_workspace and a.id = v_item;
  end loop;
end
$$;
comment on function corkboard.sum_billed_items(uuid, uuid, uuid[]) is
  'Computes what the lines of an invoice bill of agreed items, and the sums of these items (null: those that it bills). The caller holds the workspace''s lock.';
