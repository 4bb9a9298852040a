-- Rounded half up, as src/money rounds the tax of an invoice.
create or replace function corkboard.price_with_tax(
  p_cents bigint, p_tax_rate_bps integer, p_prices_include_tax boolean, p_zero_tax_reason text
) returns bigint
language sql immutable
as $$
  select case when p_prices_include_tax then p_cents
              else p_cents + (p_cents * corkboard.charged_tax_rate(p_tax_rate_bps, p_zero_tax_reason) + 5000) / 10000 end
$$;
comment on function corkboard.price_with_tax(bigint, integer, boolean, text) is
  'A price that was agreed, with the tax that an invoice of it charges at this rate: prices may include it, and it may be charged for no client (p_zero_tax_reason). Null for a null price.';
