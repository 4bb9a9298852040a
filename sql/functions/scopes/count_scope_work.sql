-- In batches, each in its own transaction: requests that change one of these rows wait for a batch at most.
create or replace procedure corkboard.count_scope_work()
language plpgsql
as $$
declare
  c_batch constant integer := 1000;
begin
  loop
    update corkboard.scopes s set rounds_used = w.rounds
      from (
        select o.workspace_id, o.project_id, r.rounds
          from corkboard.scopes o
          cross join lateral (
            select max(r.round_number) as rounds from corkboard.revisions r
             where r.workspace_id = o.workspace_id and r.project_id = o.project_id) r
         where r.rounds > o.rounds_used
         limit c_batch) w
     where s.workspace_id = w.workspace_id and s.project_id = w.project_id;
    exit when not found;
    commit;
  end loop;
  loop
    update corkboard.intakes i set has_scope = true
      from (
        select o.workspace_id, o.id
          from corkboard.intakes o
          join corkboard.scopes s on s.workspace_id = o.workspace_id and s.project_id = o.project_id and s.version > 0
         where not o.has_scope
         limit c_batch) w
     where i.workspace_id = w.workspace_id and i.id = w.id;
    exit when not found;
    commit;
  end loop;
end
$$;
comment on procedure corkboard.count_scope_work() is
  'Fills scopes.rounds_used and intakes.has_scope for what was written before they existed. A release calls it.';
