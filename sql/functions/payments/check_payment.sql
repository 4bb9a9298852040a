-- The greatest amount is the greatest integer that the console and the operator's command can pass on.
create or replace function corkboard.check_payment(
  p_amount_cents bigint, p_on date, p_method text default null, p_reference text default null, p_note text default null
) returns void
language plpgsql
as $$
begin
  perform
    corkboard.check_range('amountCents', p_amount_cents, 1, 9007199254740991),
    corkboard.check_date('on', p_on),
    corkboard.check_line('method', p_method, 100),
    corkboard.check_line('reference', p_reference, 200),
    corkboard.check_text('note', p_note, 2000);
end
$$;
comment on function corkboard.check_payment(bigint, date, text, text, text) is
  'Checks what a member says of a payment, a refund or a transfer. Rejects with validation.';
