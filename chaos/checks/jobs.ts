import { type Check, contradictions } from './check.ts';

/** Longer than any job takes, so no worker holds a job that has been locked for this long. */
const longest = '60 seconds';

export const noJobIsLockedByAPoolThatDoesNotHoldIt: Check = contradictions(
  `select j.id, j.task_identifier, j.locked_by, j.locked_at, p.seen_at as pool_seen_at, j.attempts, j.last_error
   from graphile_worker.jobs j left join corkboard.worker_pools p on p.id = j.locked_by
   where j.locked_at < now() - interval '${longest}' order by j.id`,
);

export const noJobIsLeft: Check = contradictions(
  `select j.id, j.task_identifier, j.run_at, j.attempts, j.last_error from graphile_worker.jobs j
   where j.locked_at is null and j.run_at < now() - interval '5 seconds' order by j.id`,
);

export const nothingWaitsForItsPace: Check = contradictions(
  'select * from corkboard.webhook_throttled_deliveries',
);

export const noClaimIsLive: Check = contradictions(
  'select * from corkboard.webhook_claims where claimed_until > clock_timestamp()',
);

export const everyProcessLivesUntilItIsToldToEnd: Check = ({ site }) =>
  site.instances.flatMap(({ process }) => [
    ...process.errors.map(error => `${process.name} ${error}`),
    ...(process.isReady ? [] : [`${process.name} does not come up again`]),
  ]);
