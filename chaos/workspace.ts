import type { RunDatabase } from '../harness/database.ts';
import type { SeededWorkspace } from '../harness/seed/workspaces.ts';
import { subscribable } from '../src/records/event.ts';
import type { Subscriber } from '../test/support/subscriber.ts';
import type { Random } from './random.ts';
import { type Behavior, receiver } from './receivers.ts';

/** An endpoint of a workspace, and its receiver. */
export interface Endpoint {
  id: string;
  behavior: Behavior;
  receiver: Subscriber;
}

/** A workspace, and the records in it that callers know. */
export interface Workspace {
  id: string;
  key: string;
  endpoints: Endpoint[];
  clients: string[];
  projects: string[];
  /** Projects without a scope; each is drafted once. */
  undrafted: string[];
  drafted: string[];
  invoices: string[];
}

const subscriptions: { behavior: Behavior; format: string; events: string[] }[] = [
  { behavior: 'quick', format: 'json', events: subscribable },
  { behavior: 'slow', format: 'json', events: ['client.created', 'invoice.sent', 'scope.approved'] },
  { behavior: 'unsteady', format: 'slack', events: ['client.created', 'revision.logged', 'invoice.paid'] },
  { behavior: 'throttled', format: 'json', events: subscribable },
];

/**
 * Gives a workspace an endpoint of each kind. Every other workspace has classification on; none has caps, and its key has
 * every scope.
 */
export async function prepare(
  database: RunDatabase,
  { id, key }: SeededWorkspace,
  number: number,
  random: Random,
): Promise<Workspace> {
  await database.rows('select corkboard.change_workspace($1, $2)', id, { ai: number % 2 === 0 });
  const endpoints = subscriptions.map(async ({ behavior, format, events }) => {
    const server = await receiver(behavior, random.branch());
    const [added] = await database.rows<{ id: string }>(
      'select (endpoint).id from corkboard.add_endpoint($1, $2, $3, $4)',
      id,
      server.url,
      format,
      events,
    );
    return { id: added!.id, behavior, receiver: server };
  });
  const nothing = { clients: [], projects: [], undrafted: [], drafted: [], invoices: [] };
  return { id, key, endpoints: await Promise.all(endpoints), ...nothing };
}
