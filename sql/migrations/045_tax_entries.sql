create table corkboard.tax_entries (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  invoice_id uuid not null,
  basis text not null check (basis in ('invoice', 'payment')),
  type text not null check (type in (
    'invoice', 'late_fee', 'credit_note', 'credit_late_fee', 'void_invoice', 'void_late_fee', 'payment', 'refund', 'transfer',
    'removed_payment')),
  source_id uuid not null,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax_rate_bps integer check (tax_rate_bps between 0 and 10000),
  zero_tax_reason text,
  net_cents bigint not null,
  tax_cents bigint not null,
  recorded_at timestamptz not null,
  primary key (workspace_id, id),
  unique nulls not distinct (workspace_id, invoice_id, basis, type, source_id, tax_rate_bps),
  foreign key (workspace_id, invoice_id) references corkboard.invoices (workspace_id, id) on delete cascade
);
-- Contains what the report sums.
create index tax_entries_by_day on corkboard.tax_entries (workspace_id, basis, day, id)
  include (currency, tax_rate_bps, zero_tax_reason, net_cents, tax_cents, recorded_at);
comment on table corkboard.tax_entries is
  'What sent invoices come to at each tax rate, by the day of each event that changed it: for the tax report, and for the files for accountants. Maintained by triggers on invoices, late fees, credit notes and payments (enter_taxes).';
comment on column corkboard.tax_entries.invoice_id is 'The invoice.';
comment on column corkboard.tax_entries.basis is
  'invoice: what was charged, on the day of the document. payment: what was paid of that, on the day of the payment.';
comment on column corkboard.tax_entries.type is
  'The event: an invoice was sent, its late fee changed, a credit note took back some of either, or both were reversed because it was voided without one; or a payment, a refund or a transfer of a balance, or one of them was removed. With the basis payment, a credit note moves what was paid before to other rates.';
comment on column corkboard.tax_entries.source_id is 'The id of the invoice, the change of its late fee, the credit note, or the payment.';
comment on column corkboard.tax_entries.day is 'The day of the event, as the invoice, late fee, credit note or payment has it.';
comment on column corkboard.tax_entries.currency is 'The invoice''s currency (ISO 4217).';
comment on column corkboard.tax_entries.tax_rate_bps is
  'The tax rate in hundredths of a percent; null: a late fee, or what was paid beyond the amounts at tax rates.';
comment on column corkboard.tax_entries.zero_tax_reason is 'Why it is not taxed, at a rate of 0; null: no reason was set, or another rate.';
comment on column corkboard.tax_entries.net_cents is 'The amount without tax; below 0 if it takes something back.';
comment on column corkboard.tax_entries.tax_cents is 'Its tax.';
comment on column corkboard.tax_entries.recorded_at is 'When the event was recorded.';
