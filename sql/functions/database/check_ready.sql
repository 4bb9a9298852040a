-- As check_release, for what does not refuse copies itself.
create or replace function corkboard.check_ready(p_fingerprint text) returns void
language plpgsql stable
as $$
declare
  v_reason constant text := corkboard.why_unready(p_fingerprint);
begin
  if v_reason is not null then
    perform corkboard.refuse('conflict', v_reason);
  end if;
end
$$;
comment on function corkboard.check_ready(text) is
  'Refuses with conflict if a process of the version with this fingerprint cannot do its work on the database (why_unready).';
