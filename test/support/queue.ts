// graphile-worker's tables (docs/queue.md). Tests read and change them if graphile-worker has no public function for
// that.

export const queuedJobs = 'graphile_worker._private_jobs';
export const queuedTasks = 'graphile_worker._private_tasks';
export const jobQueues = 'graphile_worker._private_job_queues';
export const knownCrontabs = 'graphile_worker._private_known_crontabs';
