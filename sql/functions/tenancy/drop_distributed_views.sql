create or replace procedure corkboard.drop_distributed_views()
language plpgsql
as $$
declare
  v_view text;
begin
  if to_regproc('pg_catalog.create_distributed_table') is not null then
    for v_view in
      select format('%I.%I', v.schemaname, v.viewname) from pg_catalog.pg_views v where v.schemaname in ('corkboard', 'corkboard_ops')
    loop
      execute format('drop view if exists %s cascade', v_view);
    end loop;
  end if;
end
$$;
comment on procedure corkboard.drop_distributed_views() is
  'On a database with the Citus extension: drops the views, so that the functions and tables below them can change. A release calls it, and then creates the views again.';
