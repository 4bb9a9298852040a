create or replace function corkboard.remove_worker_pool(p_pool text) returns void
language plpgsql
as $$
begin
  delete from corkboard.worker_pools p where p.id = p_pool;
  perform graphile_worker.force_unlock_workers(array[p_pool]);
end
$$;
comment on function corkboard.remove_worker_pool(text) is
  'Deletes the record of a worker pool that has stopped, and unlocks the jobs it still held.';
