-- The note is for members alone and stays out of the audit log.
create or replace function corkboard.payment_changes(p_payment corkboard.payments, p_is_removed boolean default false) returns jsonb
language sql immutable
as $$
  select jsonb_build_object('currency', jsonb_build_array(p_payment.currency, p_payment.currency))
      || jsonb_object_agg(corkboard.field_name(c.key), case
           when p_is_removed then jsonb_build_array(c.value, null::jsonb)
           else jsonb_build_array('', c.value) end)
    from jsonb_each(to_jsonb(p_payment)) c
   where c.key in ('amount_cents', 'paid_on', 'method', 'reference') and c.value <> 'null'
$$;
comment on function corkboard.payment_changes(corkboard.payments, boolean) is
  'What the audit log keeps of a payment that was recorded or removed, as audit_log.changes.';
