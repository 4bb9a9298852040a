create or replace function corkboard.check_not_copy() returns void
language plpgsql stable
as $$
begin
  if corkboard.is_copy() then
    perform corkboard.reject('conflict', corkboard.copy_message());
  end if;
end
$$;
comment on function corkboard.check_not_copy() is
  'Rejects with conflict if the database is a copy. Every function that returns something to send calls it in the same transaction.';
