-- src/documents/agreementView.ts has the same reasons.
create or replace function corkboard.charged_tax_rate(p_tax_rate_bps integer, p_zero_tax_reason text) returns integer
language sql immutable
as $$
  select case when p_zero_tax_reason in ('reverse_charge', 'services_outside_eu', 'export') then 0 else p_tax_rate_bps end
$$;
comment on function corkboard.charged_tax_rate(integer, text) is
  'The tax rate at which work is invoiced: 0 if the reason for no tax (p_zero_tax_reason) is the client''s, so that it holds for all their work, otherwise the workspace''s rate.';
