create or replace function corkboard.maintain_receivables() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'DELETE' and new.status in ('SENT', 'PAID') then
    insert into corkboard.receivables
      (workspace_id, invoice_id, client_id, currency, sent_at, due_date, total_cents, due_cents)
    select new.workspace_id, new.id, p.client_id, new.currency, new.sent_at, new.due_date, new.total_cents,
           case when new.status = 'SENT' then new.total_cents - new.part_paid_cents else 0 end
      from corkboard.projects p
     where p.workspace_id = new.workspace_id and p.id = new.project_id
    on conflict (workspace_id, invoice_id) do update
      set client_id = excluded.client_id, currency = excluded.currency, sent_at = excluded.sent_at,
          due_date = excluded.due_date, total_cents = excluded.total_cents, due_cents = excluded.due_cents;
  else
    delete from corkboard.receivables r where r.workspace_id = old.workspace_id and r.invoice_id = old.id;
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_receivables() is 'Trigger: maintains receivables.';
