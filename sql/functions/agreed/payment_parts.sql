create or replace function corkboard.payment_parts(p_plan jsonb, p_price_cents bigint, p_currency text) returns jsonb
language sql immutable
as $$
  select case when p_plan ->> 'currency' = p_currency and p_price_cents > 0 and a.left_cents = 0 and min(a.cents) > 0
              then jsonb_agg(a.part || jsonb_build_object('cents', a.cents) order by a.number) end
    from (
      -- Where percentages are rounded, the last of them has what is left.
      select r.part, r.number, r.cents + case when r.is_last and abs(r.left_cents) < r.shares then r.left_cents else 0 end as cents,
             case when abs(r.left_cents) < r.shares then 0 else r.left_cents end as left_cents
        from (
          select c.*, p_price_cents - sum(c.cents) over () as left_cents, count(c.part -> 'shareBps') over () as shares,
                 c.part ? 'shareBps' and c.number = max(c.number) filter (where c.part ? 'shareBps') over () as is_last
            from (
              select e.part, e.number,
                     coalesce((e.part ->> 'amountCents')::bigint,
                       div(p_price_cents::numeric * (e.part ->> 'shareBps')::bigint + 5000, 10000)::bigint) as cents
                from jsonb_array_elements(p_plan -> 'parts') with ordinality e (part, number)) c) r) a
   group by a.left_cents
$$;
comment on function corkboard.payment_parts(jsonb, bigint, text) is
  'The parts of a payment plan with their amounts, as cents, which add up to the price. Null: there is none, or it is suspended, because it is in another currency, there is no price, its parts don''t add up to that, or one of them comes to nothing.';
