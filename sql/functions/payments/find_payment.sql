create or replace function corkboard.find_payment(p_workspace uuid, p_payment uuid) returns corkboard.payments
language plpgsql stable
as $$
declare
  v_payment corkboard.payments;
begin
  select * into v_payment from corkboard.payments p where p.workspace_id = p_workspace and p.id = p_payment;
  if not found then
    perform corkboard.reject('not_found', 'No payment with this id.');
  end if;
  return v_payment;
end
$$;
comment on function corkboard.find_payment(uuid, uuid) is 'The payment of this workspace. Rejects with not_found.';
