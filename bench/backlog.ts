import { setTimeout as pause } from 'node:timers/promises';
import { goal, quantile, table } from '../harness/print.ts';
import { asService } from '../test/support/role.ts';
import { type Bench, connect } from './bench.ts';
import { addEndpoints, arrived, emit, now, type Opened, openWorkspaces, startReceiver } from './events.ts';
import { startWorker } from './processes.ts';

/** The interval between writes while the endpoint's deliveries are worked through, in ms. */
const probeMs = 50;
/** How long an action may take. */
const actionMs = 30 * 60_000;

/**
 * Turns off an endpoint with very many deliveries, turns it on, replays them and removes it while a worker is running, and
 * measures how much that slows down others' writes.
 */
export async function benchBacklog(bench: Bench): Promise<void> {
  const { endings, quick } = bench;
  const count = quick ? 100_000 : 1_000_000;
  const opened = await openWorkspaces(bench, 'corkboard_bench_backlog', 2);
  const { databaseUrl, client, service } = opened;
  await client.query('truncate corkboard.webhook_endpoints cascade');
  const target = await startReceiver(endings);
  await startWorker(endings, databaseUrl);
  const [workspace, another] = opened.workspaces as [string, string];
  const [endpoint] = await addEndpoints(client, [workspace], [`${target}silent`]);
  await client.query(`update corkboard.webhook_endpoints set events = '{scope.approved}'`);
  await addEndpoints(client, [workspace, another], [target, target]);
  await client.query(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, due_at)
     select $1, $2, 'scope.approved', '{}', now() + interval '1 day' + n * interval '1 millisecond'
     from generate_series(1, $3::int) n`,
    [workspace, endpoint, count],
  );
  await client.query('vacuum analyze corkboard.webhook_deliveries');
  const act = async (action: string, unfinished: string) => {
    await service.query(`select corkboard.${action}($1, $2)`, [workspace, endpoint]);
    const end = performance.now() + actionMs;
    while ((await client.query(unfinished, [endpoint])).rowCount !== 0) {
      if (performance.now() > end) throw new Error(`${action} takes more than ${actionMs} ms.`);
      await pause(100);
    }
  };
  const are = (status: string) =>
    `select from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.status = '${status}' limit 1`;
  const actions: [string, () => Promise<void>][] = [
    ['nothing', () => pause(quick ? 5_000 : 10_000)],
    ['turn it off', () => act('disable_endpoint', are('pending'))],
    ['turn it on again', () => act('enable_endpoint', are('pending'))],
    ['replay what it missed', () => act('start_replay', are('missed'))],
    ['remove it', () => act('remove_endpoint', 'select from corkboard.webhook_endpoints e where e.id = $1')],
  ];
  const results: { name: string; seconds: number; waits: number[][] }[] = [];
  for (const [name, action] of actions) {
    const stop = await startProbe(endings, opened, target);
    const begin = performance.now();
    await action();
    const seconds = (performance.now() - begin) / 1000;
    // A very short step is observed a little longer.
    await pause(10 * probeMs);
    results.push({ name, seconds, waits: await stop() });
  }
  const p99 = ({ waits }: (typeof results)[0]) => quantile(waits[0]!, 0.99);
  console.log(
    `\nAn endpoint with ${count} deliveries, which says nothing. Meanwhile its workspace writes every ${probeMs} ms, and another endpoint there is sent an event of it; and in another workspace, which waits for nothing but the machine. p99 and the longest, ms (goal of a write's p99: that of a write elsewhere and 200); the ratio is that of a write's p99 to its p99 with nothing:\n`,
  );
  table(
    ['Action', 'Seconds', 'Ratio', 'A write', 'Goal', 'Its event', 'A write elsewhere', 'Its event'],
    results.map(result => [
      result.name,
      result.seconds.toFixed(1),
      (p99(result) / p99(results[0]!)).toFixed(1),
      spread(result.waits[0]!),
      goal(`≤ ${Math.round(quantile(result.waits[2]!, 0.99) + 200)}`, p99(result)),
      ...result.waits.slice(1).map(spread),
    ]),
  );
}

const spread = (times: number[]) => `${quantile(times, 0.99).toFixed(0)}, ${Math.max(...times).toFixed(0)}`;

/**
 * Writes with an event in each of these workspaces until the returned function is called. That returns how many ms each write
 * and each event took, by workspace.
 */
async function startProbe(
  endings: Bench['endings'],
  { databaseUrl, client, workspaces }: Opened,
  target: string,
): Promise<() => Promise<number[][]>> {
  await arrived(target);
  let stopped = false;
  const probes = workspaces.map(async workspace => {
    const service = await connect(endings, asService(databaseUrl));
    const writes: number[] = [];
    const begun: number[] = [];
    while (!stopped) {
      begun.push(now());
      await emit(service, workspace, writes.length);
      writes.push(now() - begun.at(-1)!);
      await pause(probeMs);
    }
    await service.end();
    const { rows } = await client.query<{ id: string; n: number }>(
      `select d.id, (d.data ->> 'n')::int as n from corkboard.webhook_deliveries d
       where d.workspace_id = $1 and d.event = 'client.created' order by d.created_at desc limit $2`,
      [workspace, writes.length],
    );
    return { writes, events: rows.map(({ id, n }) => ({ id, begunAt: begun[n]! })) };
  });
  return async () => {
    stopped = true;
    const made = await Promise.all(probes);
    await pause(2_000);
    const came = await arrived(target);
    return made.flatMap(({ writes, events }) => [
      writes,
      events.map(({ id, begunAt }) => (came[id] ?? Number.POSITIVE_INFINITY) - begunAt),
    ]);
  };
}
