-- Row-level security is the second wall between workspaces: the first is that every statement names its workspace. One that
-- forgets to finds the rows of the workspace that its transaction has entered and no others, and none before it has.
-- In the policy the workspace stands in a subquery. The planner cannot look into it and so plans for any workspace;
-- the bare function it would call while it plans, when none is entered yet, and plan for no rows.
-- A table at a time, each in a transaction of its own: a lock on several would have requests and release wait for each other.
create or replace procedure corkboard.secure_rows()
language plpgsql
as $$
declare
  v_table record;
begin
  for v_table in
    select c.oid::regclass as name, a.attname as workspace
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnotnull
       and a.attname = case c.oid when 'corkboard.workspaces'::regclass then 'id' else 'workspace_id' end
     where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r'
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'workspace'))
  loop
    execute format('drop policy if exists workspace on %s', v_table.name);
    execute format('create policy workspace on %s using (%I = (select corkboard.current_workspace()))', v_table.name, v_table.workspace);
    execute format('alter table %s enable row level security', v_table.name);
    commit;
  end loop;
end
$$;
comment on procedure corkboard.secure_rows() is
  'Gives every table of a workspace''s rows the policy by which roles other than the owner see and write only the rows of the workspace that was entered. A release calls it.';
