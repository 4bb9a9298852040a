do $$
begin
  alter table corkboard.scopes add column payment_plan jsonb;
  comment on column corkboard.scopes.payment_plan is
    'The payment plan, {currency, parts}: each part has shareBps or amountCents, and due (approval, date with dueOn, delivery or request). Null: none. It has no effect while it doesn''t fit the price (payment_parts).';
end
$$;

do $$
begin
  alter table corkboard.scope_versions add column payment_plan jsonb;
  comment on column corkboard.scope_versions.payment_plan is 'The payment plan, as in scopes.';
end
$$;

do $$
begin
  alter table corkboard.invoices add column payment_plan jsonb;
  comment on column corkboard.invoices.payment_plan is 'The payment plan of an estimate, as in scopes.';
end
$$;

do $$
begin
  alter table corkboard.agreed_items add column payment_parts jsonb;
  comment on column corkboard.agreed_items.payment_parts is
    'The parts of the payment plan that the client agreed to, with their amounts (payment_parts), and the invoice that was last drafted of each. Null: no plan.';
end
$$;

-- The table is new in this release.
-- squawk-ignore require-concurrent-index-creation
create index agreed_items_in_parts on corkboard.agreed_items (workspace_id, agreed_at, id)
  where payment_parts is not null and closed_at is null and remaining_gross_cents > 0;
