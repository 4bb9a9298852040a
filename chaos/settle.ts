import { setTimeout as pause } from 'node:timers/promises';
import { answer, inScope } from '../test/support/model.ts';
import { queuedJobs } from '../test/support/queue.ts';
import type { People } from './people.ts';
import { throttledPerSecond } from './receivers.ts';
import type { Site } from './site.ts';

/** How often to check, in ms. */
const checkMs = 1_000;
/** How long a lost delivery must be due, because the service looks for those that have been due for 5 minutes. */
const lostFor = '6 minutes';
/** After this time no response waits for a verdict any more. */
const answeredAfter = '20 seconds';

/** How many times longer than at a throttled receiver's full rate its deliveries may take. */
const leeway = 2;

/** Ends all faults of the network, the receivers and the model. Throttled receivers stay throttled. */
export function endFaults({ instances, workspaces, model }: Site): void {
  for (const { proxy } of instances) proxy.delayMs = 0;
  for (const { behavior, receiver } of workspaces.flatMap(({ endpoints }) => endpoints)) {
    if (behavior !== 'throttled') receiver.reaction = 200;
  }
  model.behaves(res => answer(res, inScope));
}

/** How many ms the throttled receivers may need for the deliveries that have not succeeded yet. */
export async function throttledMs({ database, workspaces }: Site): Promise<number> {
  const throttled = workspaces
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ behavior }) => behavior === 'throttled');
  const [most] = await database.rows<{ left: number }>(
    `select coalesce(max(e.left), 0)::int as left from (
       select count(*) as left from corkboard.webhook_deliveries
       where status <> 'succeeded' and endpoint_id = any ($1) group by endpoint_id) e`,
    throttled.map(({ id }) => id),
  );
  return ((leeway * most!.left) / throttledPerSecond) * 1000;
}

/** Waits until all processes are ready. Returns false if they are not ready in time. */
export async function allReady({ instances }: Site, deadline: number): Promise<boolean> {
  while (!instances.every(({ process }) => process.isReady)) {
    if (Date.now() > deadline) return false;
    await pause(checkMs);
  }
  return true;
}

/**
 * Waits until everyone has finished, all processes are ready and no work is left, and meanwhile makes scheduled work due.
 * Returns false if that takes too long.
 */
export async function settle(
  site: Site,
  people: People,
  everyone: Promise<unknown>,
  deadline: number,
): Promise<boolean> {
  let isFinished = false;
  void everyone.then(() => {
    isFinished = true;
  });
  while (!(isFinished && (await allReady(site, deadline)) && (await isSettled(site)))) {
    if (Date.now() > deadline) return false;
    await people.recoverEndpoints();
    await timePasses(site);
    await pause(checkMs);
  }
  return true;
}

async function isSettled({ database }: Site): Promise<boolean> {
  const [left] = await database.rows<Record<string, number>>(
    `select
       (select count(*)::int from corkboard.webhook_deliveries where status <> 'succeeded') as deliveries,
       (select count(*)::int from corkboard.revisions
         where classify and verdict is null and unclassified is null) as revisions,
       (select count(*)::int from graphile_worker.jobs) as jobs,
       (select count(*)::int from corkboard.webhook_throttled_deliveries) as waiting,
       (select count(*)::int from corkboard.webhook_claims where claimed_until > clock_timestamp()) as claims`,
  );
  return Object.values(left!).every(count => count === 0);
}

/**
 * Makes scheduled jobs due now, and moves lost deliveries far enough into the past for the service to look for them.
 */
async function timePasses({ database }: Site): Promise<void> {
  await database.rows(
    `select graphile_worker.reschedule_jobs(array(
       select id from ${queuedJobs}
       where locked_at is null and run_at > now() for update skip locked), run_at => now())`,
  );
  await database.rows(`select pg_notify('jobs:insert', '{"count": 1}')`);
  const past = `now() - interval '${lostFor}'`;
  await database.rows(
    `select corkboard.change_rows($1, 'corkboard.webhook_deliveries')`,
    `update %1$s set due_at = ${past} where ctid = any (array(
       select ctid from %1$s where status = 'pending' and due_at > ${past} for update skip locked))`,
  );
  await database.rows(
    `select corkboard.change_rows($1, 'corkboard.revisions')`,
    `update %1$s set logged_at = logged_at - interval '${lostFor}'
      where classify and verdict is null and unclassified is null
        and logged_at between ${past} and now() - interval '${answeredAfter}'`,
  );
}
