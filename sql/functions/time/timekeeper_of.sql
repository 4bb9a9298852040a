-- Each logged entry calls it, so a key, which logs most, costs one look at an index.
create or replace function corkboard.timekeeper_of(p_caller corkboard.caller) returns uuid
language plpgsql
as $$
declare
  v_kind text := 'key';
  v_name constant text := left(p_caller.label, 500);
  v_member uuid;
  v_id uuid;
begin
  if p_caller.via = 'app' then
    select m.id into v_member from corkboard.members m
     where m.workspace_id = p_caller.workspace_id and corkboard.normalize_email(m.email) = corkboard.normalize_email(p_caller.label);
    if found then
      return corkboard.timekeeper_of_member(p_caller.workspace_id, v_member);
    end if;
    v_kind := 'operator';
  end if;
  select k.id into v_id from corkboard.timekeepers k
   where k.workspace_id = p_caller.workspace_id and k.kind = v_kind and k.name = v_name and k.member_id is null;
  if not found then
    -- Another transaction may add the same one, since the operator's command holds no lock here.
    insert into corkboard.timekeepers (workspace_id, kind, name) values (p_caller.workspace_id, v_kind, v_name)
    on conflict (workspace_id, kind, name) where member_id is null do update set name = excluded.name
    returning id into v_id;
  end if;
  return v_id;
end
$$;
comment on function corkboard.timekeeper_of(corkboard.caller) is
  'The timekeeper that a caller is: a member by email address, an API key by its label, otherwise the operator. Adds it if it has logged no time yet.';
