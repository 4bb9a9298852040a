create or replace function corkboard.check_found(p_record uuid, p_noun text) returns void
language plpgsql
as $$
begin
  if p_record is null then
    perform corkboard.reject('not_found', format('No %s with this id.', p_noun));
  end if;
end
$$;
comment on function corkboard.check_found(uuid, text) is 'Rejects with not_found if a record was looked up and not found.';
