import type { Config } from '../config.ts';
import type { EventKind } from '../records/event.ts';
import { newConnections } from './connections.ts';
import { type Destination, deliver } from './deliver.ts';
import type { Delivery } from './delivery.ts';
import { lookupsOf } from './lookups.ts';
import type { Outcome } from './outcome.ts';
import { sampleOf } from './sample.ts';

/**
 * The endpoint to test (sql/functions/webhooks/endpoints/test_endpoint.sql). `now`: ISO 8601, by the database's clock.
 */
export type EndpointTest = Destination &
  Pick<Delivery, 'id' | 'workspaceId'> & { now: string; locale: string | null; timeZone: string | null };

/** The result of a test. `response`: the first KB of the response, also after a success; null if there was none. */
type TestResult = Pick<Outcome, 'outcome' | 'status' | 'durationMs' | 'reason' | 'response'>;

/** Sends a ping, or a sample of another kind of event, to an endpoint, once, and keeps no record of it. */
export async function ping(
  { id, now, workspaceId, locale, timeZone, ...destination }: EndpointTest,
  event: EventKind,
  { webhookAllowPrivate, publicUrl }: Pick<Config, 'webhookAllowPrivate' | 'publicUrl'>,
): Promise<TestResult> {
  const connections = newConnections({ allowPrivate: webhookAllowPrivate }, lookupsOf(workspaceId));
  const delivery = {
    id,
    event,
    createdAt: now,
    workspaceId,
    data: JSON.stringify(sampleOf(event, now)),
    locale,
    timeZone,
    publicUrl,
  };
  const outcome = await deliver(delivery, destination, Date.parse(now), connections, 'all');
  await connections.destroy();
  const { outcome: name, status, durationMs, reason, response } = outcome;
  return { outcome: name, status, durationMs, reason, response };
}
