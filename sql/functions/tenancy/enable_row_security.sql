-- Row-level security is the second protection between workspaces; the first is that every statement names its
-- workspace. A statement that forgets it finds only rows of the workspace that its transaction entered, or no rows if
-- it entered none. The policy calls current_workspace in a subquery, which the planner does not evaluate, so plans work
-- for any workspace. It would evaluate the bare function while planning, before a workspace is entered, and plan for no
-- rows. Distributed tables get the bare function, because Citus has no subqueries in policies.
-- Only tables that the same release has added lack the policy, so no request waits for their locks.
create or replace procedure corkboard.enable_row_security()
language plpgsql
as $$
declare
  v_table record;
begin
  for v_table in
    select c.oid::regclass as name, a.attname as workspace,
           case when c.oid in (select * from corkboard.distributed_tables()) then 'corkboard.current_workspace()'
             else '(select corkboard.current_workspace())' end as entered
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnotnull
       and a.attname = case c.oid when 'corkboard.workspaces'::regclass then 'id' else 'workspace_id' end
     where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r'
       and not (c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'workspace'))
  loop
    execute format('drop policy if exists workspace on %s', v_table.name);
    execute format('create policy workspace on %s using (%I = %s)', v_table.name, v_table.workspace, v_table.entered);
    execute format('alter table %s enable row level security', v_table.name);
  end loop;
end
$$;
comment on procedure corkboard.enable_row_security() is
  'Adds to every tenant table the policy that restricts roles other than the owner to the rows of the entered workspace. A release calls it.';
