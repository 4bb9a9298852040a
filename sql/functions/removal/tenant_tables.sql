-- From the catalog, so that a table that a later version adds is removed with its workspace as well. A table whose triggers
-- write to other tables comes before those.
create or replace function corkboard.tenant_tables() returns setof regclass
language sql stable
as $$
  with recursive tenant as (
    select c.oid, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as has_triggers
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r'),
  depth (oid, n) as (
    select t.oid, 0 from tenant t
    union
    select f.conrelid, d.n + 1
      from depth d
      join pg_constraint f on f.confrelid = d.oid and f.contype = 'f' and f.conrelid <> f.confrelid)
  select t.oid::regclass
    from tenant t
    join (select d.oid, max(d.n) as n from depth d group by d.oid) d on d.oid = t.oid
   order by d.n desc, t.has_triggers desc, t.oid::regclass::text collate "C"
$$;
comment on function corkboard.tenant_tables() is
  'The tables with rows of workspaces, except workspaces itself, each before the tables that it references.';
