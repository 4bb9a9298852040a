do $$
begin
  alter table corkboard.project_invoice_sums add column credited_cents numeric not null default 0;
  comment on column corkboard.project_invoice_sums.credited_cents is
    'What was credited of them, without what is a balance: with that taken off, the total of PAID ones and what was part paid of SENT ones is what was received.';
  comment on column corkboard.project_invoice_sums.part_paid_cents is 'What was paid or credited of them in part.';
end
$$;
