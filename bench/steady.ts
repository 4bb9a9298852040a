import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { now } from './clock.ts';
import { emit } from './events.ts';

/** How long the last of the events may take, in ms. */
const lastMs = 2_000;

/** Events at a steady rate, and the measured endpoints, which have no other deliveries. */
interface Steady {
  client: pg.Client;
  service: pg.Client;
  workspaces: string[];
  /** The address of those endpoints, a receiver of bench/receiver.ts. */
  url: string;
  seconds: number;
  perSecond?: number;
}

/**
 * Emits events at that rate, by default 100 a second, in one workspace after the other. Returns how many ms each delivery
 * took from before the commit until it came, in the order in which they were made; infinity: it did not come.
 */
export async function steadily({
  client,
  service,
  workspaces,
  url,
  seconds,
  perSecond = 100,
}: Steady): Promise<number[]> {
  await (await fetch(url)).text();
  const begun: number[] = [];
  const began = now();
  for (let n = 0; n < seconds * perSecond; n++) {
    const due = began + (n * 1000) / perSecond;
    await pause(Math.max(0, due - now()));
    begun.push(now());
    await emit(service, workspaces[n % workspaces.length]!, n);
  }
  await pause(lastMs);
  const { rows } = await client.query(
    `select d.id, (d.data ->> 'n')::int as n from corkboard.webhook_deliveries d
     join corkboard.webhook_endpoints e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
     where e.url = $1 order by d.id`,
    [url],
  );
  const came = (await (await fetch(url)).json()) as Record<string, number>;
  return rows.map(({ id, n }) => (came[id] ?? Number.POSITIVE_INFINITY) - begun[n]!);
}
