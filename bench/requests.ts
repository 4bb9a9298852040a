import { table } from '../harness/print.ts';
import { asService, password } from '../test/support/role.ts';
import type { Bench } from './bench.ts';
import { type MeasuredProcess, startServer, startWeb } from './processes.ts';
import { alternate, both, connections, paceOf, ratio, type Side, workOf } from './round.ts';
import { type Opened, openTargets, perWorkspace, routes } from './targets.ts';

/** Compares the web process's requests per second with those of the bare server on the same database. */
export async function benchRequests(bench: Bench): Promise<void> {
  const opened = await openTargets(bench);
  const web = await startWeb(bench.endings, opened.databaseUrl);
  const env = { DATABASE_URL: asService(opened.databaseUrl) };
  const bare = await startServer(bench.endings, 'bench/bare.ts', env);
  await compare(bench, opened, 'Requests: the web process / the bare server', web, bare, ['0.70', '0.50']);
  console.log(
    `\nMost memory of the web process: ${(await web.peakMegabytes()).toFixed(0)} MB (goal: below 150), of the bare server ${(await bare.peakMegabytes()).toFixed(0)} MB.`,
  );
}

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
  await compare(bench, opened, 'Row-level security: with / without', ...sides, ['0.95', '0.95']);
}

/** Compares the requests per second of two processes. `goals`: the least ratio for reads and for writes. */
async function compare(
  bench: Bench,
  { client, targets }: Opened,
  title: string,
  ours: MeasuredProcess,
  theirs: MeasuredProcess,
  goals: [reads: string, writes: string],
): Promise<void> {
  const rows: string[][] = [];
  for (const route of routes) {
    const work = () => workOf(route, targets);
    const sides = [ours, theirs].map(server => ({ server, work })) as [Side, Side];
    const [own, other] = await alternate(client, bench.quick, sides);
    rows.push([
      route.name,
      ratio(own, other, 'perSecond').toFixed(3),
      goals[route.method === 'GET' ? 0 : 1],
      both(own, other, 'perSecond', 0),
      both(own, other, 'p50Ms', 1),
      both(own, other, 'p99Ms', 1),
      both(own, other, 'cpuMicroseconds', 0),
    ]);
  }
  const { rounds, seconds } = paceOf(bench.quick);
  console.log(
    `\n${title}; ${connections} connections over ${targets.length} workspaces of ${perWorkspace.clients} clients and ${perWorkspace.invoices} invoices, medians of ${rounds} rounds of ${seconds} s each.\n`,
  );
  table(['Route', 'Ratio', 'Goal', 'Requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request'], rows);
}
