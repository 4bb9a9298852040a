create or replace function corkboard.reject_conflict(p_conflict text) returns void
language plpgsql
as $$
begin
  if p_conflict is not null then
    perform corkboard.reject('conflict', p_conflict);
  end if;
end
$$;
comment on function corkboard.reject_conflict(text) is 'Rejects with conflict for this reason; does nothing if it is null.';
