-- A contract's or change order's document has the tax beside the parties, a snapshot has it in them.
create or replace function corkboard.add_agreed_items(p_workspace uuid, p_project uuid) returns void
language plpgsql
as $$
declare
  v_agreed record;
  v_tax record;
  v_item uuid;
  v_invoice uuid;
begin
  for v_agreed in
    select 'scope' as kind, s.id, s.approved_at as at, s.currency, s.price_cents::bigint as cents, s.party_snapshot as parties,
           null::boolean as tax_inclusive, null::bigint as tax_cents, s.payment_plan as plan
      from corkboard.scopes s
     where s.workspace_id = p_workspace and s.project_id = p_project and s.approved_at is not null and s.price_cents > 0
    union all
    select 'change_order', o.id, o.approved_at, o.currency, o.amount_cents, o.document, null, null, null
      from corkboard.change_orders o
     where o.workspace_id = p_workspace and o.project_id = p_project and o.amount_cents > 0
    union all
    select 'estimate', i.id, a.answered_at, i.currency, i.subtotal_cents - i.discount_cents, null, i.tax_inclusive, i.tax_cents,
           i.payment_plan
      from corkboard.invoices i
      join corkboard.estimate_answers a on a.workspace_id = p_workspace and a.estimate_id = i.id and a.answer = 'accepted'
     where i.workspace_id = p_workspace and i.project_id = p_project and i.kind = 'estimate' and i.status = 'SENT'
       and i.total_cents > 0
  loop
    continue when exists (
      select 1 from corkboard.agreed_items a where a.workspace_id = p_workspace and a.record_id = v_agreed.id);
    if v_agreed.kind <> 'estimate' then
      v_agreed.parties := coalesce(v_agreed.parties, corkboard.party_snapshot(p_workspace, p_project));
      select corkboard.charged_tax_rate(
               coalesce(p.parties ->> 'taxRateBps', p.parties -> 'from' ->> 'taxRateBps', w.tax_rate_bps::text)::integer,
               p.parties ->> 'zeroTaxReason') as rate,
             coalesce(
               p.parties ->> 'pricesIncludeTax', p.parties -> 'from' ->> 'pricesIncludeTax', w.prices_include_tax::text)::boolean
               as inclusive
        into v_tax
        from corkboard.workspaces w, (select v_agreed.parties) p (parties)
       where w.id = p_workspace;
      v_agreed.tax_inclusive := v_tax.inclusive;
      v_agreed.tax_cents := case
        when v_tax.inclusive then div(2 * v_agreed.cents::numeric * v_tax.rate + 10000 + v_tax.rate, 2 * (10000 + v_tax.rate))
        else corkboard.price_with_tax(v_agreed.cents, v_tax.rate, false, null) - v_agreed.cents end;
    end if;
    v_item := corkboard.uuid_v7();
    insert into corkboard.agreed_items
      (workspace_id, id, project_id, kind, record_id, agreed_at, currency, tax_inclusive, agreed_net_cents,
       agreed_gross_cents, payment_parts)
    values
      (p_workspace, v_item, p_project, v_agreed.kind, v_agreed.id, v_agreed.at, v_agreed.currency, v_agreed.tax_inclusive,
       v_agreed.cents - case when v_agreed.tax_inclusive then v_agreed.tax_cents else 0 end,
       v_agreed.cents + case when v_agreed.tax_inclusive then 0 else v_agreed.tax_cents end,
       corkboard.payment_parts(v_agreed.plan, v_agreed.cents, v_agreed.currency));
    -- A conversion from before there were agreed items.
    select i.id into v_invoice
      from corkboard.converted_estimates c
      join corkboard.invoices i on i.workspace_id = p_workspace and i.id = c.invoice_id and i.status <> 'VOID'
     where c.workspace_id = p_workspace and c.estimate_id = v_agreed.id;
    if found then
      perform corkboard.bill_items(p_workspace, v_invoice, array[v_item]);
    end if;
  end loop;
end
$$;
comment on function corkboard.add_agreed_items(uuid, uuid) is
  'Adds what the client of a project agreed to pay and agreed_items lacks: called after each approval and acceptance. The caller holds the workspace''s lock.';
