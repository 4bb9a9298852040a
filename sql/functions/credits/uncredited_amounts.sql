create or replace function corkboard.uncredited_amounts(p_workspace uuid, p_invoice uuid)
returns table (tax_rate_bps integer, net_cents bigint, tax_cents bigint)
language plpgsql stable
as $$
begin
  return query
    select a.rate, sum(a.net)::bigint, sum(a.tax)::bigint
      from (
        select l.tax_rate_bps as rate, l.net_cents as net, l.tax_cents as tax
          from corkboard.invoice_line_amounts(corkboard.find_invoice(p_workspace, p_invoice)) l
        union all
        select (i.item ->> 'taxRateBps')::integer, -(i.item ->> 'netCents')::bigint, -(i.item ->> 'taxCents')::bigint
          from corkboard.credit_notes c
         cross join lateral json_array_elements(c.line_items) i (item)
         where c.workspace_id = p_workspace and c.invoice_id = p_invoice) a
     group by a.rate
     order by a.rate desc;
end
$$;
comment on function corkboard.uncredited_amounts(uuid, uuid) is
  'What is left of an invoice at each of its rates after its credit notes, without its late fee. Rejects with not_found.';
