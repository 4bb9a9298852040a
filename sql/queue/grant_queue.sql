create or replace procedure corkboard.grant_queue()
language plpgsql
as $$
declare
  v_table regclass;
begin
  grant usage on schema graphile_worker to corkboard_app;
  -- No more than the service's jobs need. Above all, the record of the queue's own migrations belongs to the owner:
  -- without it the next release would fail.
  revoke all on all tables in schema graphile_worker from corkboard_app;
  grant select on all tables in schema graphile_worker to corkboard_app;
  grant insert, update, delete on graphile_worker._private_jobs to corkboard_app;
  grant insert, update on graphile_worker._private_job_queues, graphile_worker._private_known_crontabs to corkboard_app;
  grant insert on graphile_worker._private_tasks to corkboard_app;
  grant usage on all sequences in schema graphile_worker to corkboard_app;
  -- The queue's tables have row security without policies, which excludes everyone but their owner.
  for v_table in
    select c.oid from pg_class c
     where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'corkboard_app')
  loop
    execute format('create policy corkboard_app on %s to corkboard_app using (true) with check (true)', v_table);
  end loop;
end
$$;
comment on procedure corkboard.grant_queue() is
  'Grants the role corkboard_app, which must exist, the privileges that it needs on graphile-worker''s queue.';
