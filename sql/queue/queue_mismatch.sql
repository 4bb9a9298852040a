-- Lists the parts of graphile-worker's schema that the service relies on (docs/queue.md). The private ones may change
-- with any release of graphile-worker.
create or replace function corkboard.queue_mismatch() returns text
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  with relied_on (part, expected, found) as (
    select format('%s.%s', c.relation, c.name), c.type,
           (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
             where a.attrelid = to_regclass('graphile_worker.' || c.relation) and a.attname = c.name and not a.attisdropped)
      from (values
        ('_private_jobs', 'id', 'bigint'),
        ('_private_jobs', 'task_id', 'integer'),
        ('_private_jobs', 'payload', 'json'),
        ('_private_jobs', 'run_at', 'timestamp with time zone'),
        ('_private_jobs', 'attempts', 'smallint'),
        ('_private_jobs', 'max_attempts', 'smallint'),
        ('_private_jobs', 'locked_at', 'timestamp with time zone'),
        ('_private_jobs', 'locked_by', 'text'),
        ('_private_jobs', 'updated_at', 'timestamp with time zone'),
        ('_private_tasks', 'id', 'integer'),
        ('_private_tasks', 'identifier', 'text'),
        ('_private_job_queues', 'id', 'integer'),
        ('_private_known_crontabs', 'identifier', 'text'),
        ('jobs', 'id', 'bigint'),
        ('jobs', 'task_identifier', 'text'),
        ('jobs', 'run_at', 'timestamp with time zone'),
        ('jobs', 'attempts', 'smallint'),
        ('jobs', 'max_attempts', 'smallint'),
        ('jobs', 'last_error', 'text'),
        ('jobs', 'created_at', 'timestamp with time zone'),
        ('jobs', 'updated_at', 'timestamp with time zone'),
        ('jobs', 'locked_at', 'timestamp with time zone'),
        ('jobs', 'locked_by', 'text')
      ) c (relation, name, type)
    union all
    -- Jobs are inserted without its other columns.
    select '_private_jobs, required columns besides those', null,
           (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
             where a.attrelid = to_regclass('graphile_worker._private_jobs') and a.attnum > 0 and not a.attisdropped
               and a.attnotnull and not a.atthasdef and a.attidentity = ''
               and a.attname not in ('task_id', 'payload', 'run_at'))
    union all
    select f.name, f.arguments,
           (select string_agg(format_type(t.oid, null), ', ' order by t.place)
              from pg_proc p, unnest(p.proargtypes) with ordinality t (oid, place)
             where p.pronamespace = to_regnamespace('graphile_worker') and p.proname = f.name)
      from (values
        ('add_job', 'text, json, text, timestamp with time zone, integer, text, integer, text[], text'),
        ('complete_jobs', 'bigint[]'),
        ('force_unlock_workers', 'text[]')
      ) f (name, arguments))
  select string_agg(format('%s (%s in place of %s)', r.part, coalesce(r.found, 'nothing'), coalesce(r.expected, 'nothing')), '; ')
    from relied_on r
   where r.found is distinct from r.expected
$$;
comment on function corkboard.queue_mismatch() is
  'The difference between graphile-worker''s schema and the one that this version relies on; null if there is none.';
