import { subscribable } from '../src/records/event.ts';
import type { Subscriber } from '../test/support/subscriber.ts';
import type { RunDatabase } from './database.ts';
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
 * Adds a workspace without caps, with a key that has every scope and an endpoint of each kind. Every other workspace
 * has classification on.
 */
export async function addWorkspace(
  database: RunDatabase,
  number: number,
  random: Random,
): Promise<Workspace> {
  const [made] = await database.rows<{ id: string; key: string }>(
    `select w.id, (corkboard.create_key(w.id, 'Chaos', '{write:projects,write:invoices,write:time}')).secret as key
     from corkboard.create_workspace($1, 'owner@studio.example', 'USD', 'studio', 2000) w`,
    `Studio ${number}`,
  );
  const { id, key } = made!;
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
