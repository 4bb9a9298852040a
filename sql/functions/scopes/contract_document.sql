-- json instead of jsonb, which would reorder the fields: these bytes are signed. No indentation, and nothing else that
-- differs between PostgreSQL versions.
create or replace function corkboard.contract_document(p_workspace uuid, p_project uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select corkboard.with_payment_parts(row_to_json(d), (
      select corkboard.payment_parts(s.payment_plan, s.price_cents, s.currency) from corkboard.scopes s
       where s.workspace_id = p_workspace and s.project_id = p_project)) from (
      select w.name as "workspaceName", w.letterhead, c.name as "clientName", c.contact_name as "contactName", c.company,
             c.address, p.name as "projectName", s.version as "scopeVersion", s.deliverables,
             s.revision_rounds as "revisionRounds", s.timeline, s.price_cents as "priceCents",
             coalesce(s.currency, w.default_currency) as currency, p.hourly_rate_cents as "hourlyRateCents", w.terms,
             (select row_to_json(f) from (select
                w.legal_name as "legalName", w.address_lines as "addressLines", w.postal_code as "postalCode", w.city, w.region,
                w.country, w.vat_number as "vatNumber", w.tax_number as "taxNumber",
                w.registration_number as "registrationNumber", w.invoice_footer as "invoiceFooter",
                encode(w.logo_sha256, 'hex') as logo) f) as provider,
             (select row_to_json(t) from (select
                c.legal_name as "legalName", c.address_lines as "addressLines", c.postal_code as "postalCode", c.city, c.region,
                c.country, c.vat_number as "vatNumber") t) as recipient,
             h.heading ->> 'language' as language, h.heading ->> 'zeroTaxReason' as "zeroTaxReason",
             w.tax_rate_bps as "taxRateBps", w.prices_include_tax as "pricesIncludeTax",
             array_to_json(array(
               select row_to_json(e) from (
                 select o.title, o.description, o.amount_cents as "amountCents", o.currency, o.rounds,
                        corkboard.iso(o.approved_at) as "approvedAt"
                   from corkboard.change_orders o
                  where o.workspace_id = p_workspace and o.project_id = p_project
                  order by o.approved_at, o.id) e)) as "changeOrders"
        from corkboard.projects p
        join corkboard.workspaces w on w.id = p_workspace
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
        left join corkboard.scopes s on s.workspace_id = p_workspace and s.project_id = p_project
        cross join (select corkboard.party_snapshot(p_workspace, p_project) as heading) h
       where p.workspace_id = p_workspace and p.id = p_project) d);
end
$$;
comment on function corkboard.contract_document(uuid, uuid) is
  'The contract of the project as it would be signed now: the parties, the scope, the terms, and the approved change orders. The caller shows exactly these fields, and the signature covers the SHA-256 of these bytes.';
