import type { Received } from '../../test/support/subscriber.ts';
import type { Check, Run } from './check.ts';

/** For how long a receiver may fail to notice, in ms, that a sender has hung up. */
const noticedMs = 100;

/** The requests that a receiver got for each delivery, in the order in which they came. */
function byDelivery({ site }: Run): [string, Received[]][] {
  const received = site.workspaces
    .flatMap(({ endpoints }) => endpoints)
    .flatMap(({ receiver }) => receiver.received);
  return [...Map.groupBy(received, ({ headers }) => String(headers['x-service-delivery']))];
}

export const noTwoAttemptsOfADeliveryOverlap: Check = run =>
  byDelivery(run).flatMap(([delivery, requests]) =>
    requests.slice(1).flatMap(({ at }, n) => {
      const overlapMs = requests[n]!.endedAt - at;
      return overlapMs > noticedMs ? [`delivery ${delivery}: attempts overlap by ${overlapMs} ms`] : [];
    }),
  );

export const everyAttemptOfADeliveryHasTheSameBody: Check = run =>
  byDelivery(run)
    .filter(([, requests]) => new Set(requests.map(({ text }) => text)).size > 1)
    .map(([delivery, requests]) => `delivery ${delivery}: ${requests.map(({ text }) => text).join(' | ')}`);
