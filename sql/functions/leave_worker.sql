create or replace function corkboard.leave_worker(p_pool text) returns void
language plpgsql
as $$
begin
  delete from corkboard.worker_pools p where p.id = p_pool;
  update graphile_worker._private_jobs j set locked_at = null, locked_by = null
   where j.locked_at is not null and j.locked_by = p_pool;
end
$$;
comment on function corkboard.leave_worker(text) is 'Forgets a pool of jobs that has ended, and frees what it still had.';
