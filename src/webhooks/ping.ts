import { randomUUID } from 'node:crypto';
import type { EventData } from '../records/event.ts';
import type { Reach } from './address.ts';
import { Connections } from './connections.ts';
import { deliver, type Endpoint } from './deliver.ts';
import type { Outcome } from './outcome.ts';

const data: EventData<'ping'> = {
  message: 'This is a test from Corkboard. If you can read it, the endpoint works.',
};

/** Sends a test to an endpoint, once, and keeps no record of it. */
export async function ping(
  endpoint: Endpoint & { workspaceId: string },
  reach: Reach,
): Promise<Pick<Outcome, 'outcome' | 'status'>> {
  const connections = new Connections(reach);
  const delivery = {
    id: randomUUID(),
    event: 'ping' as const,
    createdAt: new Date().toISOString(),
    workspaceId: endpoint.workspaceId,
    data: JSON.stringify(data),
  };
  const { outcome, status } = await deliver(delivery, endpoint, Date.now(), connections);
  await connections.destroy();
  return { outcome, status };
}
