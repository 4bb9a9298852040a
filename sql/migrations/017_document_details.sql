-- What an invoice's document says besides what the API knows of it. Members set it in the console.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because
-- it takes none beside other changes. They are not valid, because no row has values yet.
do $$
begin
  alter table corkboard.invoices
    add column language text,
    add column line_units text[],
    add column supply_until date,
    add column zero_tax_reason text,
    add column late_fee_at timestamptz;
  alter table corkboard.invoices add constraint invoices_language_check check (
    language in ('en', 'de', 'fr', 'nl', 'es')
  ) not valid;
  alter table corkboard.invoices add constraint invoices_zero_tax_reason_check check (
    zero_tax_reason in ('small_business', 'reverse_charge', 'export', 'exempt', 'zero_rated')
  ) not valid;
end
$$;
comment on column corkboard.invoices.language is 'The language of the document; null: the client''s.';
comment on column corkboard.invoices.line_units is
  'The unit of each line (hours, days, pieces or flat), in their order; null: no line has one.';
comment on column corkboard.invoices.supply_until is 'The last day of the period of supply, which begins on supply_date; null: no period.';
comment on column corkboard.invoices.zero_tax_reason is 'Why lines at a rate of 0 are not taxed; null: as the client''s, otherwise the workspace''s.';
comment on column corkboard.invoices.late_fee_at is 'When the late fee was last set; null: there is none.';
