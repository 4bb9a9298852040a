create or replace function corkboard.leave_worker(p_pool text) returns void
language sql
as $$ delete from corkboard.worker_pools p where p.id = p_pool $$;
comment on function corkboard.leave_worker(text) is 'Forgets a pool of jobs that has ended in good order.';
