import { now } from '../clock.ts';
import { data, emitMany } from '../events.ts';
import type { Measure } from './measure.ts';
import type { Endpoint, Site } from './site.ts';
import { summarize } from './summary.ts';
import { trace } from './trace.ts';
import { watch } from './watch.ts';

/** How many deliveries the receiver handles at once, and how many ms each takes. */
const atOnce = 10;
const workMs = 200;
/** With more open requests than this, the receiver fails for a number of ms. */
const mostOpen = 40;
const fallenMs = 30_000;
/** The number of events while it is down, from which the throttle learns that it fails. */
const eventsWhileDown = 60;
const downSeconds = 20;
/** How much longer it may take than at full capacity. */
const leeway = 1.5;

/** Measures an endpoint that recovers, when all its waiting deliveries are made due at once. */
export const recovery: Measure = async (site, { quick, count = quick ? 500 : 5_000, traced }) => {
  const path = `/fragile/${atOnce}/${workMs}/${mostOpen}/${fallenMs}`;
  const [endpoint] = await site.addEndpoints([path]);
  await site.tell('/down');
  await emitMany(site.service, endpoint!.workspaceId, 1, eventsWhileDown);
  await seed(site, endpoint!, count - eventsWhileDown);
  await watch(site, [endpoint!], now(), downSeconds);
  await site.tell('/up');
  const begun = now();
  await site.command('delivery', 'retry', '--endpoint', endpoint!.id);
  const ownSeconds = (count * workMs) / atOnce / 1000;
  const goal = { arrived: count, seconds: ownSeconds * leeway, requestsEach: 1.1 };
  const [course] = await watch(site, [endpoint!], begun, goal.seconds);
  console.log(
    `\n${count} deliveries wait for an endpoint that was down. It is up again, and they are retried at once. It works on ${atOnce} at a time, ${workMs} ms each (${ownSeconds} s in all), and falls over with more than ${mostOpen} (goal: never, which is to say no 503):\n`,
  );
  summarize([{ name: 'fragile', count, course: course!, goal }]);
  if (traced) trace(course!);
};

/** Adds deliveries that failed three times in the last hour and are due again in the next one. */
async function seed({ client }: Site, { id, workspaceId }: Endpoint, count: number): Promise<void> {
  await client.query(
    `with made as (
       insert into corkboard.webhook_deliveries as d
         (workspace_id, endpoint_id, event, data, attempts_made, job_number, created_at, due_at)
       select $1, $2, 'client.created', $3, 3, 4, now() - interval '1 hour',
              now() + interval '10 minutes' + n * interval '50 minutes' / $4::int
       from generate_series(1, $4::int) n
       returning d)
     select corkboard.enqueue_attempts(array_agg(d)) from made`,
    [workspaceId, id, JSON.stringify(data), count],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
}
