import { parseArgs } from 'node:util';
import { withClient } from '../harness/database.ts';
import { Endings } from '../harness/endings.ts';
import { describeMachine, goal } from '../harness/print.ts';
import { stopSignal } from '../src/bin/process.ts';
import { benchBacklog } from './backlog.ts';
import { type Bench, databasesOn, openService, startPostgres } from './bench.ts';
import { benchCitus } from './citus.ts';
import { benchConsole } from './console.ts';
import { benchDocuments } from './documents.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { stopLoads } from './load.ts';
import { benchMemory } from './memory.ts';
import { totalCpuSeconds } from './processes.ts';
import { benchRequests, benchRowSecurity } from './requests.ts';
import { benchScaling } from './scaling.ts';
import { benchSiege } from './siege.ts';
import { benchStart } from './start.ts';
import { benchThrottling, throttlingRows } from './throttling.ts';
import { benchTools } from './tools.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench runs all benchmarks; npm run bench -- requests (or other names below) runs some; npm run bench -- throttling
// serial (or another of its rows) runs one row. --quick makes them shorter. --price sets the price of a core for an hour.

/** The processor time of all benchmarks: half of what those of 1.0.0 take, on two cores of an AMD EPYC. */
const goalSeconds = '≤ 3200';

const benches: Record<string, (bench: Bench) => Promise<void>> = {
  requests: benchRequests,
  tools: benchTools,
  console: benchConsole,
  fairness: benchFairness,
  rls: benchRowSecurity,
  growth: benchGrowth,
  webhooks: benchWebhooks,
  throttling: bench => benchThrottling(bench, rows.length > 0 ? rows : Object.keys(throttlingRows)),
  backlog: benchBacklog,
  siege: benchSiege,
  memory: benchMemory,
  documents: benchDocuments,
  start: benchStart,
  scaling: benchScaling,
  citus: benchCitus,
};

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, price: { type: 'string', default: '0.05' } },
  allowPositionals: true,
});
const price = Number(values.price);
if (!(price > 0)) fail('--price must be a number above 0.');
const known = { ...benches, ...throttlingRows };
const unknown = positionals.find(name => !(name in known));
if (unknown !== undefined) fail(`Unknown benchmark ${unknown}. There are ${Object.keys(known).join(', ')}.`);
const rows = positionals.filter(name => name in throttlingRows);
const asked = rows.length > 0 ? [...positionals, 'throttling'] : positionals;

const all = new Endings();
all.add(stopLoads);
void stopSignal().then(() => all.end().finally(() => process.exit(1)));
try {
  const server = await startPostgres(all);
  await openService(all, server);
  const version = await withClient(server, client => client.query('show server_version'));
  describeMachine(version.rows[0].server_version);
  for (const [name, run] of Object.entries(benches)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const endings = new Endings();
    all.add(() => endings.end());
    await run({ quick: values.quick, price, endings, database: databasesOn(server) });
    await endings.end();
  }
} finally {
  await all.end();
}
const seconds = await totalCpuSeconds();
const isWhole = asked.length === 0 && !values.quick;
console.log(
  `\nThe run took ${seconds.toFixed(0)} s of processor time${isWhole ? ` (goal: ${goal(goalSeconds, seconds)})` : ''}.`,
);
process.exit();

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
