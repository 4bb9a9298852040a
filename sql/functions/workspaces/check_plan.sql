create or replace function corkboard.check_plan(p_plan text) returns void
language plpgsql stable
as $$
begin
  perform 1 from corkboard.plans p where p.name = p_plan;
  if not found then
    perform corkboard.reject('not_found', format('No plan named %s.', p_plan));
  end if;
end
$$;
comment on function corkboard.check_plan(text) is 'Rejects with not_found an unknown plan.';
