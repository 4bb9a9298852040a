import { randomUUID } from 'node:crypto';
import type { EventData } from '../records/event.ts';
import type { Reach } from './address.ts';
import { Connections } from './connections.ts';
import { deliver, type Endpoint } from './deliver.ts';
import type { Outcome } from './outcome.ts';

const data: EventData<'ping'> = {
  message: 'This is a test from Corkboard. If you can read it, the endpoint works.',
};

/** Sends a test to an endpoint, once, and keeps no record of it. `now`: ISO 8601, by the database's clock. */
export async function ping(
  { now, ...endpoint }: Endpoint & { workspaceId: string; now: string },
  reach: Reach,
): Promise<Pick<Outcome, 'outcome' | 'status'>> {
  const connections = new Connections(reach);
  const delivery = {
    id: randomUUID(),
    event: 'ping' as const,
    createdAt: now,
    workspaceId: endpoint.workspaceId,
    data: JSON.stringify(data),
  };
  const { outcome, status } = await deliver(delivery, endpoint, Date.parse(now), connections);
  await connections.destroy();
  return { outcome, status };
}
