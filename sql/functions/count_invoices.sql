create or replace function corkboard.bump_invoice_counts(
  p_workspace uuid, p_project uuid, p_kind text, p_status text, p_currency text, p_due_date date,
  p_delta bigint, p_cents numeric
) returns void
language plpgsql
as $$
begin
  insert into corkboard.invoice_counts as c (workspace_id, kind, status, invoices)
  values (p_workspace, p_kind, p_status, p_delta)
  on conflict (workspace_id, kind, status) do update set invoices = c.invoices + excluded.invoices;

  insert into corkboard.project_invoice_sums as s (workspace_id, project_id, kind, status, currency, invoices, total_cents)
  values (p_workspace, p_project, p_kind, p_status, p_currency, p_delta, p_cents)
  on conflict (workspace_id, project_id, kind, status, currency) do update
    set invoices = s.invoices + excluded.invoices, total_cents = s.total_cents + excluded.total_cents;

  if p_kind = 'invoice' and p_status = 'SENT' and p_due_date is not null then
    insert into corkboard.invoice_due_counts as d (workspace_id, due_date, invoices)
    values (p_workspace, p_due_date, p_delta)
    on conflict (workspace_id, due_date) do update set invoices = d.invoices + excluded.invoices;
  end if;
end
$$;
comment on function corkboard.bump_invoice_counts(uuid, uuid, text, text, text, date, bigint, numeric) is
  'Adds to invoice_counts, project_invoice_sums and, where the invoice awaits payment, invoice_due_counts.';

-- Inserts per statement, changes per row: see count_clients.
create or replace function corkboard.count_invoices() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    perform corkboard.bump_invoice_counts(a.workspace_id, a.project_id, a.kind, a.status, a.currency, a.due_date, a.n, a.cents)
      from (select workspace_id, project_id, kind, status, currency, due_date, count(*) as n, sum(total_cents) as cents
              from added group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6) a;
    return null;
  end if;
  perform corkboard.bump_invoice_counts(
    old.workspace_id, old.project_id, old.kind, old.status, old.currency, old.due_date, -1, -old.total_cents);
  if tg_op = 'UPDATE' then
    perform corkboard.bump_invoice_counts(
      new.workspace_id, new.project_id, new.kind, new.status, new.currency, new.due_date, 1, new.total_cents);
  end if;
  return null;
end
$$;
comment on function corkboard.count_invoices() is 'Trigger: keeps invoice_counts, project_invoice_sums and invoice_due_counts.';

create or replace trigger count_new after insert on corkboard.invoices
  referencing new table as added for each statement execute function corkboard.count_invoices();
create or replace trigger count_changed after update on corkboard.invoices
  for each row
  when ((old.project_id, old.kind, old.status, old.currency, old.due_date, old.total_cents)
    is distinct from (new.project_id, new.kind, new.status, new.currency, new.due_date, new.total_cents))
  execute function corkboard.count_invoices();
create or replace trigger count_gone after delete on corkboard.invoices
  for each row execute function corkboard.count_invoices();
