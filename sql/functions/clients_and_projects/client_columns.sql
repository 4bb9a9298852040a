-- The erasure of a client takes these too, so a column that is added is erased unless it is left out here.
create or replace function corkboard.client_columns() returns table (name text, type regtype)
language sql stable
as $$
  select a.attname::text, a.atttypid::regtype
    from pg_catalog.pg_attribute a
   where a.attrelid = 'corkboard.clients'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     and a.attname <> all ('{workspace_id,id,created_via,created_at,trashed_at,archived_at,erased_at}')
   order by a.attnum
$$;
comment on function corkboard.client_columns() is
  'The columns of clients with what members say about a client, and their types.';
