import { setTimeout as pause } from 'node:timers/promises';
import { queuedJobs } from '../../test/support/queue.ts';
import { data } from '../events.ts';
import { median, quantile, table } from '../report.ts';
import { startServer } from '../server.ts';
import { steadily } from '../steady.ts';
import type { Measure } from './measure.ts';
import type { Site } from './site.ts';

/** The address of the other endpoints, which answer at once. */
const others = 100;
/**
 * How often to check whether the first jobs of the slow endpoints' deliveries are done, and how long to wait at most.
 */
const lookMs = 1_000;
const mostLooks = 120;

/** Measures events for other endpoints while some slow endpoints have many waiting deliveries. */
export const neighbors: Measure = async (site, { quick, count = quick ? 500 : 3_000 }) => {
  const seconds = quick ? 10 : 75;
  const receiver = await startServer(['bench/receiver.ts'], {});
  const url = `http://127.0.0.1:${receiver.port}/`;
  const rows: string[][] = [];
  for (const slow of [0, 1, 20]) {
    await site.reset();
    const endpoints = await site.addEndpoints(Array<string>(others).fill(url));
    const addresses = Array.from({ length: slow }, (_, n) =>
      n % 2 === 0 ? `/throttled/2?${slow}-${n}` : `/serial/300?${slow}-${n}`,
    );
    await site.addEndpoints(addresses);
    await addBacklog(site, url, count);
    await untilTaken(site);
    const { client, service } = site;
    const workspaces = endpoints.map(({ workspaceId }) => workspaceId);
    const took = await steadily({ client, service, workspaces, url, seconds });
    rows.push([
      String(slow),
      String(took.length),
      median(took).toFixed(1),
      quantile(took, 0.99).toFixed(1),
      slow === 0 ? '' : 'as with 0',
      Math.max(...took).toFixed(0),
    ]);
  }
  await receiver.stop();
  console.log(
    `\n100 events a second to ${others} endpoints, for ${seconds} s, while ${count} deliveries wait for each of the slow ones (2 a second, or 0.3 s one after the other); from the commit to the receiver, ms:\n`,
  );
  table(['Slow endpoints', 'Deliveries', 'Median', 'p99', 'Goal', 'Last'], rows);
};

/** Adds this many deliveries, due now, to each endpoint that is not at `url`. */
async function addBacklog({ client }: Site, url: string, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into corkboard.webhook_deliveries as d (workspace_id, endpoint_id, event, data)
       select e.workspace_id, e.id, 'client.created', $3
       from corkboard.webhook_endpoints e, generate_series(1, $2::int) n
       where e.url <> $1
       returning d)
     select corkboard.enqueue_attempts(array_agg(d)) from made`,
    [url, count, JSON.stringify(data)],
  );
}

/** Waits until every due job has run. Until then, new events queue together with the backlog's jobs. */
async function untilTaken({ client }: Site): Promise<void> {
  const due = `select from ${queuedJobs} where run_at < now() and locked_at is null limit 1`;
  for (let looks = 0; looks < mostLooks; looks++) {
    await pause(lookMs);
    if ((await client.query(due)).rowCount === 0) return;
  }
}
