-- With Citus all rows of a workspace are on one shard, so foreign keys and joins keep working. One transaction does it,
-- because Citus has no foreign keys between distributed and other tables: they are dropped first and added again at the
-- end, and so are the triggers. The policies and views are dropped too, and the release adds them again. Existing rows are
-- copied under locks that block requests.
create or replace procedure corkboard.distribute_tables()
language plpgsql
as $$
declare
  v_reference_tables constant regclass[] := '{corkboard.plans, corkboard.workspace_removals}';
  v_tables regclass[];
  v_table regclass;
  v_object record;
  v_statement text;
  v_foreign_keys text[] := '{}';
  v_triggers text[] := '{}';
begin
  if to_regproc('pg_catalog.create_distributed_table') is null then
    return;
  end if;
  -- A function that a node calls for rows of a workspace may read the workspace's other rows, which are on the same node.
  if current_setting('citus.allow_nested_distributed_execution') = 'off' then
    perform run_command_on_all_nodes(
      format('alter database %I set citus.allow_nested_distributed_execution = on', current_database()));
  end if;
  -- Citus needs the workspace when it plans.
  for v_object in
    select p.oid::regprocedure as name from pg_proc p
     where p.pronamespace = 'corkboard'::regnamespace and 'plan_cache_mode=force_generic_plan' = any (p.proconfig)
  loop
    execute format('alter function %s reset plan_cache_mode', v_object.name);
  end loop;
  -- A table comes after those that it references, which tenant_tables lists the other way around.
  v_tables := array(
    select t.name
      from (select unnest(v_reference_tables), null::bigint
            union all select 'corkboard.workspaces', null
            union all select * from corkboard.tenant_tables() with ordinality) t (name, place)
     where t.name not in (select * from corkboard.distributed_tables())
     order by t.place desc nulls first, t.name = 'corkboard.workspaces'::regclass);
  if v_tables = '{}' then
    return;
  end if;
  call corkboard.drop_distributed_views();
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  -- Triggers are safe: they write only rows of their own row's workspace, which are on the same node.
  perform set_config('citus.enable_unsafe_triggers', 'on', true);
  for v_object in
    select p.polname as name, p.polrelid::regclass as table_name from pg_policy p where p.polrelid = any (v_tables)
  loop
    execute format('drop policy %I on %s', v_object.name, v_object.table_name);
  end loop;
  for v_object in
    select f.conname as name, f.conrelid::regclass as table_name, pg_get_constraintdef(f.oid) as definition
      from pg_constraint f
     where f.contype = 'f' and f.conrelid = any (v_tables)
     order by array_position(v_tables, f.conrelid::regclass), f.conname
  loop
    execute format('alter table %s drop constraint %I', v_object.table_name, v_object.name);
    -- Citus has no SET NULL for a key with the workspace. Functions that delete such a row set the others to null first.
    v_foreign_keys := v_foreign_keys || format('alter table %s add constraint %I %s', v_object.table_name, v_object.name,
      regexp_replace(v_object.definition, ' ON DELETE SET NULL \(.*\)$', ''));
  end loop;
  -- The copies of the rows would be counted and indexed a second time.
  for v_object in
    select g.tgname as name, g.tgrelid::regclass as table_name, pg_get_triggerdef(g.oid) as definition
      from pg_trigger g
     where not g.tgisinternal and g.tgrelid = any (v_tables)
  loop
    execute format('drop trigger %I on %s', v_object.name, v_object.table_name);
    v_triggers := v_triggers || v_object.definition;
  end loop;
  foreach v_table in array v_tables loop
    -- Logical replication, by which Citus moves shards, takes no unlogged tables.
    if (select c.relpersistence = 'u' from pg_class c where c.oid = v_table) then
      execute format('alter table %s set logged', v_table);
    end if;
    if v_table = any (v_reference_tables) then
      perform create_reference_table(v_table);
    elsif v_table = 'corkboard.workspaces'::regclass then
      perform create_distributed_table(v_table, 'id');
    else
      perform create_distributed_table(v_table, 'workspace_id', colocate_with => 'corkboard.workspaces');
    end if;
    perform truncate_local_data_after_distributing_table(v_table);
  end loop;
  foreach v_statement in array v_foreign_keys loop
    execute v_statement;
  end loop;
  -- Creating a function again brings it to the other nodes, where triggers and policies call it. Those that take rows
  -- of a table can only be there once the table is.
  perform set_config('check_function_bodies', 'off', true);
  for v_statement in
    select pg_get_functiondef(p.oid) from pg_proc p
     where p.pronamespace = 'corkboard'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
  loop
    execute v_statement;
  end loop;
  foreach v_statement in array v_triggers loop
    execute v_statement;
  end loop;
end
$$;
comment on procedure corkboard.distribute_tables() is
  'On a database with the Citus extension: distributes all tenant tables by workspace and makes plans and workspace_removals reference tables, except for those that are so already. Does nothing on another database. A release calls it.';
