do $$
begin
  alter table corkboard.payments add column transfer_id uuid;
  comment on column corkboard.payments.transfer_id is 'What the two rows of a transfer have in common; null: it is none.';
  comment on table corkboard.payments is
    'Payments of invoices, and refunds and transfers of what was paid too much. With the credit notes, those of a PAID invoice add up to its total and balance, those of a SENT one to part_paid_cents.';
end
$$;
