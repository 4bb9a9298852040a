import { goal, median, spread, table } from '../harness/print.ts';
import { asService, password } from '../test/support/role.ts';
import type { Bench } from './bench.ts';
import { type MeasuredProcess, startServer, startWeb } from './processes.ts';
import { alternate, both, connections, paceOf, ratios, type Side, workOf } from './round.ts';
import { type Opened, openTargets, perWorkspace, routes } from './targets.ts';

/** Compares the web process's requests per second with those of the bare server on the same database. */
export async function benchRequests(bench: Bench): Promise<void> {
  const opened = await openTargets(bench);
  const web = await startWeb(bench.endings, opened.databaseUrl);
  const env = { DATABASE_URL: asService(opened.databaseUrl) };
  const bare = await startServer(bench.endings, 'bench/bare.ts', env);
  const memory: string[][] = [];
  for (const method of ['GET', 'POST'] as const) {
    await compare(
      bench,
      opened,
      'Requests: the web process / the bare server',
      web,
      bare,
      method,
      goals[method],
    );
    const [ours, theirs] = [await web.peakMegabytes(), await bare.peakMegabytes()];
    memory.push([
      method === 'GET' ? 'reads' : 'reads and writes',
      (ours / theirs).toFixed(2),
      method === 'GET' ? goal('≤ 1', ours / theirs) : '',
      `${ours.toFixed(0)} / ${theirs.toFixed(0)}`,
      goal('< 150', ours),
    ]);
  }
  console.log('\nThe most memory of the web process / the bare server.\n');
  table(['After', 'Ratio', 'Goal', 'MB', 'Goal of web'], memory);
}

/** The least ratio of requests a second, and the most of processor time. */
const goals = { GET: { pace: 0.82, cpu: 1.4 }, POST: { pace: 0.85, cpu: 2 } };

/**
 * Measures the cost of row-level security: web as a role that the policies apply to, compared with web as a role with the
 * same privileges that bypasses them.
 */
export async function benchRowSecurity(bench: Bench): Promise<void> {
  const opened = await openTargets(bench);
  await opened.client.query(`
    do $$ begin
      if to_regrole('corkboard_bypassing') is null then create role corkboard_bypassing; end if;
      grant corkboard_app to corkboard_bypassing;
      alter role corkboard_bypassing login bypassrls password '${password}';
    end $$`);
  bench.endings.add(() => opened.client.query('alter role corkboard_bypassing nologin nobypassrls'));
  const { databaseUrl } = opened;
  const bypassing = Object.assign(new URL(asService(databaseUrl)), { username: 'corkboard_bypassing' }).href;
  const sides = [
    await startWeb(bench.endings, databaseUrl),
    await startWeb(bench.endings, databaseUrl, { DATABASE_URL: bypassing }),
  ] as const;
  for (const method of ['GET', 'POST'] as const)
    await compare(bench, opened, 'Row-level security: with / without', ...sides, method, { pace: 0.95 });
}

/** Compares the requests per second of two processes, and their processor time if that has a goal. */
async function compare(
  bench: Bench,
  { client, targets }: Opened,
  title: string,
  ours: MeasuredProcess,
  theirs: MeasuredProcess,
  method: 'GET' | 'POST',
  goals: { pace: number; cpu?: number },
): Promise<void> {
  const rows: string[][] = [];
  for (const route of routes.filter(route => route.method === method)) {
    const work = () => workOf(route, targets);
    const sides = [ours, theirs].map(server => ({ server, work })) as [Side, Side];
    const [own, other] = await alternate(client, bench.quick, sides);
    const [pace, cpu] = [ratios(own, other, 'perSecond'), ratios(own, other, 'cpuMicroseconds')];
    rows.push([
      route.name,
      spread(pace, 3),
      goal(`≥ ${goals.pace}`, median(pace)),
      both(own, other, 'perSecond', 0),
      both(own, other, 'p50Ms', 1),
      both(own, other, 'p99Ms', 1),
      spread(cpu, 2),
      goals.cpu === undefined ? '' : goal(`≤ ${goals.cpu}`, median(cpu)),
      both(own, other, 'cpuMicroseconds', 0),
    ]);
  }
  const { rounds, seconds } = paceOf(bench.quick);
  console.log(
    `\n${title}; ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(['Route', 'Ratio', 'Goal', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU', 'Goal', 'CPU µs/request'], rows);
}
