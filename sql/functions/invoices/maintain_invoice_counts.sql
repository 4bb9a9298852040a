-- Inserts are counted per statement, updates per row: see maintain_client_counts.
create or replace function corkboard.maintain_invoice_counts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.add_to_invoice_counts(a.workspace_id, a.project_id, a.kind, a.status, a.currency, a.due_date, a.n, a.cents)
      from (select workspace_id, project_id, kind, status, currency, due_date, count(*) as n, sum(total_cents) as cents
              from added group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6) a;
    perform corkboard.add_to_part_paid_sums(a.workspace_id, a.project_id, a.currency, a.due_date, a.cents)
      from (select workspace_id, project_id, currency, due_date, sum(part_paid_cents) as cents
              from added where part_paid_cents > 0 group by 1, 2, 3, 4 order by 1, 2, 3, 4) a;
    return null;
  end if;
  perform corkboard.add_to_invoice_counts(
    old.workspace_id, old.project_id, old.kind, old.status, old.currency, old.due_date, -1, -old.total_cents);
  if old.part_paid_cents > 0 then
    perform corkboard.add_to_part_paid_sums(
      old.workspace_id, old.project_id, old.currency, old.due_date, -old.part_paid_cents);
  end if;
  if tg_op = 'UPDATE' then
    perform corkboard.add_to_invoice_counts(
      new.workspace_id, new.project_id, new.kind, new.status, new.currency, new.due_date, 1, new.total_cents);
    if new.part_paid_cents > 0 then
      perform corkboard.add_to_part_paid_sums(
        new.workspace_id, new.project_id, new.currency, new.due_date, new.part_paid_cents);
    end if;
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_invoice_counts() is
  'Trigger: maintains invoice_counts, project_invoice_sums, invoice_due_counts and invoice_due_part_paid.';
