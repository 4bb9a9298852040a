create or replace function corkboard.check_payment_plan(p_parts jsonb, p_price_cents bigint, p_currency text) returns jsonb
language plpgsql
as $$
declare
  v_plan jsonb;
  v_part jsonb;
  v_at integer;
begin
  if p_parts is null then
    return null;
  end if;
  if not jsonb_array_length(p_parts) between 1 and 12 then
    perform corkboard.reject_field('parts', 'must have 1 to 12 parts');
  end if;
  for v_part, v_at in select e.part, e.number - 1 from jsonb_array_elements(p_parts) with ordinality e (part, number) loop
    perform
      corkboard.check_required(format('parts.%s.due', v_at), v_part ->> 'due'),
      corkboard.check_one_of(format('parts.%s.due', v_at), v_part ->> 'due', '{approval,date,delivery,request}'),
      corkboard.check_range(format('parts.%s.shareBps', v_at), (v_part ->> 'shareBps')::bigint, 1, 10000),
      corkboard.check_range(format('parts.%s.amountCents', v_at), (v_part ->> 'amountCents')::bigint, 1, 100000000);
    if (v_part ? 'shareBps') = (v_part ? 'amountCents') then
      perform corkboard.reject_field(format('parts.%s.amountCents', v_at), 'is required, or else a percentage');
    end if;
    if (v_part ->> 'due' = 'date') <> (v_part ? 'dueOn') then
      perform corkboard.reject_field(format('parts.%s.dueOn', v_at), 'goes with a part that is due on a date');
    end if;
  end loop;
  v_plan := jsonb_build_object('currency', p_currency, 'parts', p_parts);
  if corkboard.payment_parts(v_plan, p_price_cents, p_currency) is null then
    perform corkboard.reject_field('parts', 'must add up to the price');
  end if;
  return v_plan;
end
$$;
comment on function corkboard.check_payment_plan(jsonb, bigint, text) is
  'The payment plan with these parts (null: none), which must add up to the price. Rejects with validation.';
