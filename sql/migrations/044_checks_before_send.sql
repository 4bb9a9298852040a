-- Checks of invoices and estimates before they are sent, and the rate at which tax is stated in the sender's currency.

-- In a block, because Citus passes on the text of the query, outside of one the whole file; each constraint by itself, because it
-- takes none beside other changes. Existing rows fit them.
do $$
begin
  alter table corkboard.document_previews drop constraint document_previews_kind_check;
  alter table corkboard.document_previews add constraint document_previews_kind_check check (
    kind in ('invoice', 'estimate', 'scope', 'contract', 'change_order', 'statement', 'check')
  ) not valid;
  alter table corkboard.invoices add column exchange_rate_millionths bigint;
  alter table corkboard.invoices add constraint invoices_exchange_rate_millionths_check check (
    exchange_rate_millionths between 1 and 1000000000000000
  ) not valid;
end
$$;
comment on column corkboard.document_previews.kind is
  'The kind of document; check: what issuing an invoice or estimate now would give.';
comment on column corkboard.document_previews.record_id is
  'The id of the invoice or estimate, also of a check; of a scope or contract that of its project; of a change order that of its proposal; of a statement its client.';
comment on column corkboard.document_previews.bytes is
  'The PDF, or what a check found, as JSON; null until it is made.';
comment on column corkboard.invoices.exchange_rate_millionths is
  'What one unit of the currency of the sender''s country is in the invoice''s currency, in millionths, to state its tax in the former; null: not known, or not needed.';
