import { setTimeout as pause } from 'node:timers/promises';
import { asService } from '../test/support/role.ts';
import { askSteadily } from './askSteadily.ts';
import { type BenchServer, connect } from './database.ts';
import { table } from './report.ts';
import { routes, visits } from './requests.ts';
import { addRecords } from './seed/records.ts';
import { addWorkspaces, giveKeys, signInOwners } from './seed/workspaces.ts';
import { type MeasuredServer, startServer, startWeb, startWorker } from './server.ts';
import { steadily } from './steady.ts';
import { findTargets, perWorkspace } from './targets.ts';

const workspaces = 100;
const perSecond = 50;
/** What a small dyno or machine must hold, in MB. */
const goals = { web: 200, worker: 300 };

/** How much memory web and worker hold with their default settings, idle and at a steady pace. */
export async function benchMemory(server: BenchServer, quick: boolean): Promise<void> {
  const { idleSeconds, seconds } = quick
    ? { idleSeconds: 5, seconds: 20 }
    : { idleSeconds: 60, seconds: 180 };
  const databaseUrl = await server.database('corkboard_bench_memory', async client => {
    await addWorkspaces(client, workspaces);
    const made = await giveKeys(client);
    await addRecords(
      client,
      made.map(({ id }) => id),
      perWorkspace,
    );
  });
  const client = await connect(databaseUrl);
  const service = await connect(asService(databaseUrl));
  const targets = await findTargets(client);
  const tokens = await signInOwners(client);
  const receiver = await startServer(['bench/receiver.ts'], {});
  const url = `http://127.0.0.1:${receiver.port}/`;
  await client.query('truncate corkboard.webhook_endpoints cascade');
  const web = await startWeb(asService(databaseUrl));
  const worker = await startWorker(asService(databaseUrl));
  await pause(idleSeconds * 1000);
  const rows = [await row('web', 'idle', web), await row('worker', 'idle', worker)];
  const pages = targets.flatMap(target => visits(target, tokens.get(target.id)!));
  const requests = [...targets.flatMap(target => routes.map(({ request }) => request(target))), ...pages];
  const { refused } = await askSteadily(web.port, requests, { perSecond, seconds });
  rows.push(await row('web', `${perSecond} requests a second`, web));
  await client.query(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
     select id, $1, '{client.created}', corkboard.new_webhook_secret() from corkboard.workspaces`,
    [url],
  );
  const ids = targets.map(({ id }) => id);
  const took = await steadily({ client, service, workspaces: ids, url, seconds, perSecond });
  rows.push(await row('worker', `${perSecond} deliveries a second`, worker));
  const missing = took.filter(ms => ms === Number.POSITIVE_INFINITY).length;
  console.log(
    `\nMemory (resident, MB) with default settings: after ${idleSeconds} s without work, and during ${seconds} s of the API's reads and writes and pages of the console, or of deliveries, over ${targets.length} workspaces. ${refused} requests refused, ${missing} of ${took.length} deliveries missing.\n`,
  );
  table(['Process', 'Work', 'At the end', 'Most', 'Goal'], rows);
  await Promise.all([web.stop(), worker.stop(), receiver.stop(), client.end(), service.end()]);
}

async function row(name: keyof typeof goals, work: string, process: MeasuredServer): Promise<string[]> {
  const [held, most] = [await process.megabytes(), await process.peakMegabytes()];
  return [name, work, held.toFixed(0), most.toFixed(0), String(goals[name])];
}
