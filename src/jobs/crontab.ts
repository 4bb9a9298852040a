/** Cron entries, in UTC. A run that was missed while no worker was running is made up for. */
export const crontab = [
  '5 * * * * detect_overdue ?fill=1h',
  '17 * * * * prune ?fill=1h',
  '*/10 * * * * remove_workspaces ?fill=1h',
  '* * * * * requeue_lost',
].join('\n');
