create or replace function corkboard.maintain_billed_items() returns trigger
language plpgsql
as $$
begin
  if exists (select 1 from corkboard.billed_items b where b.workspace_id = new.workspace_id and b.invoice_id = new.id) then
    perform corkboard.sum_billed_items(new.workspace_id, new.id);
  end if;
  return null;
end
$$;
comment on function corkboard.maintain_billed_items() is
  'Trigger: keeps the sums of agreed_items when an invoice is sent or paid, or a payment is removed.';
