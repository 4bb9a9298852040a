import type pg from 'pg';
import { now } from './clock.ts';
import { emitMany } from './events.ts';
import { startServer } from './server.ts';
import { summarize } from './throttling/summary.ts';
import { watch } from './throttling/watch.ts';

/** How many requests the receiver accepts in a second. */
const perSecond = 5;
const events = 30;
/** How long each of the two bursts is observed: nothing more happens until retries are due. */
const seconds = 12;
const goal = { arrived: 27, seconds, requestsEach: 1.3 };

interface Site {
  client: pg.Client;
  service: pg.Client;
  workspaceId: string;
}

/**
 * Measures many events at once for the only endpoint of a workspace, whose receiver limits its rate: a first burst, from
 * which the throttle learns the rate, and a second one.
 */
export async function benchThrottled({ client, service, workspaceId }: Site): Promise<void> {
  const receivers = await startServer(['bench/throttling/receiver.ts'], {});
  const url = `http://127.0.0.1:${receivers.port}`;
  const path = `/throttled/${perSecond}`;
  const { rows } = await client.query(
    'update corkboard.webhook_endpoints set url = $2 where workspace_id = $1 returning id',
    [workspaceId, url + path],
  );
  const endpoint = { id: rows[0].id, workspaceId, path };
  const tell = async (control: string) => (await fetch(url + control)).json();
  const courses = [];
  for (const name of ['first burst', 'second burst']) {
    const begun = now();
    await emitMany(service, workspaceId, 1, events);
    const [course] = await watch({ client, tell }, [endpoint], begun, seconds);
    courses.push({ name, count: events, course: course!, goal });
  }
  await receivers.stop();
  console.log(
    `\n${events} events at once for an endpoint that takes ${perSecond} a second and answers 429 with Retry-After beyond, and ${seconds} s later again; the goals are for the second burst:\n`,
  );
  summarize(courses);
}
