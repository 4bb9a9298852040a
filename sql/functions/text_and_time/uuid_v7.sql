-- PostgreSQL 18 and later generates such ids itself, in a third of the time. On older versions the function from
-- the migrations stays.
do $do$
begin
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    create or replace function corkboard.uuid_v7() returns uuid
    language sql volatile parallel safe
    as $$ select pg_catalog.uuidv7() $$;
  end if;
end
$do$;
