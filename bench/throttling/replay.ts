import { now } from '../clock.ts';
import { data } from '../events.ts';
import type { Measure } from './measure.ts';
import type { Site } from './site.ts';
import { summarize } from './summary.ts';
import { trace } from './trace.ts';
import { watch } from './watch.ts';

const receivers = [
  { name: 'throttled', path: '/throttled/2?replay', msEach: 500 },
  { name: 'serial', path: '/serial/300?replay', msEach: 300 },
];
/** How much longer than at full capacity a receiver may take, and how much extra time the start may take. */
const leeway = 1.5;
const startSeconds = 30;

/** Measures simultaneous replays of the missed and failed deliveries of two receivers. */
export const replay: Measure = async (site, { quick, count = quick ? 60 : 3_000, traced }) => {
  const endpoints = await site.addEndpoints(receivers.map(({ path }) => path));
  await seed(site, count);
  const begun = now();
  for (const { id } of endpoints) await site.command('delivery', 'replay-missed', '--endpoint', id);
  const goals = receivers.map(({ msEach }) => ({
    arrived: count,
    seconds: Math.round((leeway * count * msEach) / 1000 + startSeconds),
    requestsEach: 2,
  }));
  const courses = await watch(site, endpoints, begun, Math.max(...goals.map(({ seconds }) => seconds)));
  console.log(`\nreplay-missed of ${count} to each of two receivers, with one worker:\n`);
  summarize(courses.map((course, n) => ({ name: receivers[n]!.name, count, course, goal: goals[n]! })));
  if (traced) for (const course of courses) trace(course);
};

/** Adds this many deliveries to each endpoint, half of them missed and half failed. */
async function seed({ client }: Site, count: number): Promise<void> {
  await client.query(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, attempts_made, due_at, settled_at)
     select e.workspace_id, e.id, 'client.created', $2, case n % 2 when 0 then 'missed' else 'failed' end,
            n % 2 * 7, null, now() - (n / 1000.0) * interval '1 second'
     from corkboard.webhook_endpoints e, generate_series(1, $1::int) n`,
    [count, JSON.stringify(data)],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
}
