import { setTimeout as pause } from 'node:timers/promises';
import { goal, table } from '../harness/print.ts';
import { signInOwners } from '../harness/seed/workspaces.ts';
import { asService } from '../test/support/role.ts';
import { type Bench, connect } from './bench.ts';
import { addEndpoints, startReceiver, steadyEvents } from './events.ts';
import { steadyRequests } from './load.ts';
import { startWeb, startWorker } from './processes.ts';
import { openTargets, routes, visits } from './targets.ts';

const perSecond = 50;
/** What a small dyno or machine must hold, in MB. */
const goals = { web: 200, worker: 300 };

/** How much memory web and worker hold with their default settings, idle and at a steady pace. */
export async function benchMemory(bench: Bench): Promise<void> {
  const { endings, quick } = bench;
  const [idleSeconds, seconds] = quick ? [5, 20] : [60, 180];
  const { databaseUrl, client, targets: all } = await openTargets(bench);
  const targets = all.slice(0, 100);
  const service = await connect(endings, asService(databaseUrl));
  const cookies = await signInOwners(client);
  const url = await startReceiver(endings);
  await client.query('truncate corkboard.webhook_endpoints cascade');
  const processes = {
    web: await startWeb(endings, databaseUrl),
    worker: await startWorker(endings, databaseUrl),
  };
  const idle: Record<string, number> = {};
  const rows: string[][] = [];
  const note = async (name: keyof typeof goals, work: string) => {
    const held = await processes[name].megabytes();
    idle[name] ??= held;
    const ratio = held / idle[name];
    const most = await processes[name].peakMegabytes();
    rows.push([
      name,
      work,
      ratio.toFixed(2),
      held.toFixed(0),
      most.toFixed(0),
      goal(`≤ ${goals[name]}`, most),
    ]);
  };
  await pause(idleSeconds * 1000);
  await note('web', 'idle');
  await note('worker', 'idle');
  const requests = [
    ...targets.flatMap(target => routes.map(({ request }) => request(target))),
    ...targets.flatMap(target => visits(target, cookies.get(target.id)!)),
  ];
  const { refused } = await steadyRequests(processes.web.port, requests, { perSecond, seconds });
  await note('web', `${perSecond} requests a second`);
  const workspaces = targets.map(({ id }) => id);
  await addEndpoints(client, workspaces, Array<string>(workspaces.length).fill(url));
  const took = await steadyEvents({ client, service, workspaces, url }, seconds, perSecond);
  await note('worker', `${perSecond} deliveries a second`);
  const missing = took.filter(ms => ms === Number.POSITIVE_INFINITY).length;
  console.log(
    `\nMemory (resident, MB) with default settings: after ${idleSeconds} s without work, and during ${seconds} s of the API's reads and writes and pages of the console, or of deliveries, over ${targets.length} workspaces. ${refused} requests refused, ${missing} of ${took.length} deliveries missing.\n`,
  );
  table(['Process', 'Work', 'Of idle', 'At the end', 'Most', 'Goal'], rows);
}
