import { now } from '../clock.ts';
import { emitMany } from '../events.ts';
import type { Measure } from './measure.ts';
import { summarize } from './summary.ts';
import { trace } from './trace.ts';
import { watch } from './watch.ts';

interface Burst {
  name: string;
  path: string;
  format?: string;
  events: number;
  arrived: number;
  seconds: number;
  requestsEach: number;
}

/** Emits many events at once for one receiver; fewer with --quick. */
const burst =
  (full: Burst, short: Partial<Burst>): Measure =>
  async (site, { quick, traced }) => {
    const { name, path, format, events, ...goal } = quick ? { ...full, ...short } : full;
    const [endpoint] = await site.addEndpoints([`${path}?${name}`], format);
    const begun = now();
    await emitMany(site.service, endpoint!.workspaceId, 1, events);
    const [course] = await watch(site, [endpoint!], begun, goal.seconds);
    console.log(`\n${events} events at once for a receiver, until all have arrived or the time is over:\n`);
    summarize([{ name, count: events, course: course!, goal }]);
    if (traced) trace(course!);
  };

const perSecond = 2;

const throttledGoal = {
  path: `/throttled/${perSecond}`,
  events: 50,
  arrived: 45,
  seconds: 240,
  requestsEach: 2,
};
const throttledShort = { events: 20, arrived: 18, seconds: 90 };
export const throttled = burst({ name: 'throttled, JSON', ...throttledGoal }, throttledShort);
export const slack = burst({ name: 'throttled, Slack', format: 'slack', ...throttledGoal }, throttledShort);
export const serial = burst(
  {
    name: 'serial',
    path: '/serial/300',
    events: 150,
    arrived: 150,
    seconds: 150,
    requestsEach: 1.3,
  },
  { events: 50, arrived: 50, seconds: 50 },
);
