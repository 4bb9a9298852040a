-- Constraints of new columns are added without looking at the rows, and validated in the next file, which locks nothing.

do $$
begin
  alter table corkboard.invoices add column credited_cents bigint not null default 0;
  alter table corkboard.invoices add column balance_cents bigint not null default 0;
  comment on column corkboard.invoices.credited_cents is 'What its credit notes add up to. Its total stays what was issued.';
  comment on column corkboard.invoices.balance_cents is
    'What payments and credits of a PAID invoice exceed its total by, until it is refunded or transferred.';
  comment on column corkboard.invoices.part_paid_cents is
    'What payments and credits of a SENT invoice add up to, always less than its total; 0 for any other status.';
end
$$;

do $$
begin
  alter table corkboard.invoices add constraint invoices_credited_cents_check
    check (credited_cents between 0 and total_cents) not valid;
end
$$;

do $$
begin
  alter table corkboard.invoices add constraint invoices_balance_cents_check
    check (balance_cents = 0 or (balance_cents > 0 and status = 'PAID')) not valid;
end
$$;

-- No row is in it yet, so that it takes one look at the table. Where that takes too long, an operator builds it before the release.
-- squawk-ignore require-concurrent-index-creation
create index if not exists invoices_with_balance on corkboard.invoices (workspace_id, client_id, currency) where balance_cents > 0;
