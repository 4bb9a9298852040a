import type { Received } from '../../test/support/subscriber.ts';
import type { Check, Run } from './check.ts';

/** How long a receiver may take to notice that a sender has hung up, in ms. */
const noticedMs = 100;
/** How long an attempt may be claimed before its request arrives, in ms, while everything is delayed. */
const claimedMs = 5_000;

/** The requests that receivers got for each delivery, in the order of arrival. */
function byDelivery({ site }: Run): [string, Received[]][] {
  const received = site.workspaces
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ receiver }) => receiver.received);
  return [...Map.groupBy(received, ({ headers }) => String(headers['x-service-delivery']))];
}

/**
 * After a crash, PostgreSQL doesn't know which attempts were in progress, because the table `webhook_claims` is
 * unlogged.
 */
export const noTwoAttemptsOfADeliveryOverlapUnlessTheDatabaseCrashed: Check = run => {
  const { crashedAt } = run.site.database;
  const overlap = (earlier: Received, later: Received) =>
    earlier.endedAt - later.at > noticedMs &&
    !crashedAt.some(at => at > earlier.at - claimedMs && at < later.at);
  return byDelivery(run)
    .filter(([, requests]) => requests.some((later, n) => n > 0 && overlap(requests[n - 1]!, later)))
    .map(([delivery, requests]) => `delivery ${delivery}: ${requests.map(duration).join(', ')}`);
};

/** When a request arrived and ended, in UTC. */
const duration = ({ at, endedAt }: Received) =>
  `${timeOf(at)} to ${endedAt === Number.POSITIVE_INFINITY ? 'the end of the run' : timeOf(endedAt)}`;
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, -1);

export const everyAttemptOfADeliveryHasTheSameBody: Check = run =>
  byDelivery(run)
    .filter(([, requests]) => new Set(requests.map(({ text }) => text)).size > 1)
    .map(([delivery, requests]) => `delivery ${delivery}: ${requests.map(({ text }) => text).join(' | ')}`);
