create or replace function corkboard.adopt_database() returns void
language plpgsql
as $$
begin
  if not corkboard.is_copy() then
    return;
  end if;
  insert into corkboard.instance as i (instance_id, adopted_in) values (corkboard.instance_id(), pg_current_xact_id())
  on conflict (is_only) do update
     set instance_id = excluded.instance_id, adopted_at = excluded.adopted_at, adopted_in = excluded.adopted_in;
  -- After a savepoint the row's xmin would be the subtransaction's number.
  if corkboard.is_copy() then
    raise exception using errcode = 'invalid_transaction_state',
      message = 'A database cannot be adopted behind a savepoint or in a block that catches exceptions.';
  end if;
end
$$;
comment on function corkboard.adopt_database() is
  'Makes this instance the one that the database sends from. Pending deliveries go out as soon as a worker runs.';
