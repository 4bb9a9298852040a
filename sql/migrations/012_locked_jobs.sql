-- What is locked, the longest first: a heartbeat looks for jobs that nobody holds, among all that wait.
create index corkboard_locked_jobs on graphile_worker._private_jobs (locked_at) where locked_at is not null;

-- The new one takes the jobs that are held.
drop function if exists corkboard.beat_worker(text);
