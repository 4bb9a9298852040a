-- Inserts are counted per statement, updates per row: see maintain_client_counts.
create or replace function corkboard.maintain_invoice_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_invoice_counts(
        a.workspace_id, a.project_id, a.kind, a.status, a.currency, a.invoices, a.total_cents, a.part_paid_cents,
        a.credited_cents)
      from (select workspace_id, project_id, kind, status, currency, count(*) as invoices, sum(total_cents) as total_cents,
                   sum(part_paid_cents) as part_paid_cents, sum(credited_cents - balance_cents) as credited_cents
              from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5) a;
    return null;
  end if;
  perform corkboard.add_to_invoice_counts(
    old.workspace_id, old.project_id, old.kind, old.status, old.currency, -1, -old.total_cents, -old.part_paid_cents,
    old.balance_cents - old.credited_cents);
  if tg_op = 'UPDATE' then
    perform corkboard.add_to_invoice_counts(
      new.workspace_id, new.project_id, new.kind, new.status, new.currency, 1, new.total_cents, new.part_paid_cents,
      new.credited_cents - new.balance_cents);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_invoice_counts() is 'Trigger: maintains invoice_counts and project_invoice_sums.';
