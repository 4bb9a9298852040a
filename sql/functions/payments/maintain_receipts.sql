create or replace function corkboard.maintain_receipts() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    delete from corkboard.receipts r where r.workspace_id = old.workspace_id and r.payment_id = old.id;
    return null;
  end if;
  insert into corkboard.receipts (workspace_id, payment_id, client_id, currency, paid_on, amount_cents)
  select new.workspace_id, new.id, p.client_id, new.currency, new.paid_on, new.amount_cents
    from corkboard.invoices i
    join corkboard.projects p on p.workspace_id = new.workspace_id and p.id = i.project_id
   where i.workspace_id = new.workspace_id and i.id = new.invoice_id
  on conflict (workspace_id, payment_id) do update
    set client_id = excluded.client_id, currency = excluded.currency, paid_on = excluded.paid_on,
        amount_cents = excluded.amount_cents;
  return null;
end
$$;
comment on function corkboard.maintain_receipts() is 'Trigger: maintains receipts.';
