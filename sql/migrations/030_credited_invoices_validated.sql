do $$
begin
  alter table corkboard.invoices validate constraint invoices_credited_cents_check;
end
$$;

do $$
begin
  alter table corkboard.invoices validate constraint invoices_balance_cents_check;
end
$$;
