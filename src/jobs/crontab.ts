/** Cron entries, in UTC. A run that was missed while no worker was running is made up for. */
export const crontab = [
  '5 * * * * detect_overdue ?fill=1h',
  '17 * * * * prune_idempotency_keys ?fill=1h',
  '27 * * * * prune_rate_windows ?fill=1h',
  '37 3 * * * prune_deliveries ?fill=1d',
  '7 * * * * prune_sessions ?fill=1h',
  '12 * * * * prune_member_changes ?fill=1h',
  '47 3 * * * prune_claims ?fill=1d',
  '57 3 * * * prune_jobs ?fill=1d',
  '*/10 * * * * remove_workspaces ?fill=1h',
  '* * * * * requeue_lost',
].join('\n');
