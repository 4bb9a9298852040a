create or replace function corkboard.check_debtors_fit(p_first_debtor integer, p_clients bigint) returns void
language plpgsql
as $$
declare
  v_end constant bigint := 7 * 10 ^ (char_length(p_first_debtor::text) - 1);
  v_last constant bigint := p_first_debtor + p_clients - 1;
begin
  if v_last >= v_end then
    perform corkboard.reject('conflict', format(
      'The accounts of clients end with %s, and the last client would get %s. Choose a lower first account.', v_end - 1, v_last));
  end if;
end
$$;
comment on function corkboard.check_debtors_fit(integer, bigint) is
  'Rejects with conflict if so many clients would get accounts of suppliers, which begin with 7.';
