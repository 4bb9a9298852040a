create or replace function corkboard.queued_payloads() returns table (job_id bigint, payload json)
language sql stable
as $$ select j.id, j.payload from graphile_worker._private_jobs j $$;
comment on function corkboard.queued_payloads() is 'The payload of every job, which graphile_worker.jobs leaves out.';
