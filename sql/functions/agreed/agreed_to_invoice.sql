create or replace function corkboard.agreed_to_invoice(p_workspace uuid, p_project uuid) returns json
language plpgsql
as $$
declare
  v_items json;
begin
  perform corkboard.enter_workspace(p_workspace);
  v_items := array_to_json(array(
    select row_to_json(e)
      from (select a.id, a.kind, a.record_id as "recordId", coalesce(o.title, n.number) as name, a.currency,
                   (a.agreed_at at time zone corkboard.valid_time_zone(w.time_zone))::date as "agreedOn",
                   a.closed_at is not null as "isClosed", a.version, a.tax_inclusive as "taxInclusive", a.agreed_net_cents as "agreedNetCents",
                   a.agreed_gross_cents as "agreedGrossCents",
                   a.invoiced_net_cents as "invoicedNetCents", a.invoiced_gross_cents as "invoicedGrossCents",
                   a.drafted_net_cents as "draftedNetCents", a.drafted_gross_cents as "draftedGrossCents",
                   a.remaining_net_cents as "remainingNetCents", a.remaining_gross_cents as "remainingGrossCents",
                   a.paid_net_cents as "paidNetCents", a.paid_gross_cents as "paidGrossCents",
                   (select json_agg(e.part || jsonb_build_object(
                             'isDue', corkboard.is_part_due(e.part, a.workspace_id, a.project_id),
                             'invoice', (
                               select jsonb_build_object('id', i.id, 'number', i.number)
                                 from corkboard.billed_items b
                                 join corkboard.invoices i on i.workspace_id = p_workspace and i.id = b.invoice_id
                                where b.workspace_id = p_workspace and b.item_id = a.id and b.gross_cents > 0
                                  and b.invoice_id = (e.part ->> 'invoiceId')::uuid
                                limit 1)) order by e.number)
                      from jsonb_array_elements(a.payment_parts) with ordinality e (part, number)) as parts,
                   n.zero_tax_reason as "zeroTaxReason", n.language,
                   case a.kind when 'scope' then s.deliverables else '{}' end as deliverables,
                   case a.kind when 'estimate' then (
                     select json_agg(json_build_object('taxRateBps', l.tax_rate_bps, 'netCents', l.net, 'grossCents', l.gross)
                                     order by l.tax_rate_bps desc)
                       from (select l.tax_rate_bps, sum(l.net_cents) as net, sum(l.net_cents + l.tax_cents) as gross
                               from corkboard.invoice_line_amounts(n.estimate) l group by 1) l) end as rates,
                   array(
                     select row_to_json(b) from (
                       select i.id, i.number, i.status, i.sent_on as "sentOn", sum(b.net_cents) as "netCents",
                              sum(b.gross_cents) as "grossCents"
                         from corkboard.billed_items b
                         join corkboard.invoices i on i.workspace_id = p_workspace and i.id = b.invoice_id
                        where b.workspace_id = p_workspace and b.item_id = a.id
                        group by i.id, i.number, i.status, i.sent_on having sum(b.gross_cents) > 0 order by i.id) b) as invoices
              from corkboard.agreed_items a
              join corkboard.workspaces w on w.id = p_workspace
              left join corkboard.scopes s on s.workspace_id = p_workspace and s.id = a.record_id
              left join corkboard.change_orders o on o.workspace_id = p_workspace and o.id = a.record_id
              left join lateral (
                select i.number, i.zero_tax_reason, i.language, row(i.*)::corkboard.invoices as estimate from corkboard.invoices i
                 where i.workspace_id = p_workspace and i.id = a.record_id) n on a.kind = 'estimate'
             where a.workspace_id = p_workspace and a.project_id = p_project
             order by a.agreed_at, a.id) e));
  return (
    select json_build_object(
             'items', v_items, 'parties', corkboard.party_snapshot(p_workspace, p_project),
             'taxRateBps', corkboard.charged_tax_rate(w.tax_rate_bps, coalesce(c.zero_tax_reason, w.zero_tax_reason)))
      from corkboard.workspaces w
      join corkboard.projects p on p.workspace_id = p_workspace and p.id = p_project
      join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
     where w.id = p_workspace);
end
$$;
comment on function corkboard.agreed_to_invoice(uuid, uuid) is
  'What the client of a project agreed to pay, oldest first, as {items, parties, taxRateBps}: each item with its price, what sent invoices and drafts bill of it and what was paid, with and without tax, and its invoices. Null: there is no such project.';
