import { parseArgs } from 'node:util';
import { stopSignal } from '../src/bin/process.ts';
import { benchBacklog } from './backlog.ts';
import { benchCitus } from './citus.ts';
import { benchCommits } from './commits.ts';
import { benchConsole } from './console.ts';
import { type BenchServer, benchServer } from './database.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { benchMemory } from './memory.ts';
import { benchOverdue } from './overdue.ts';
import { describeMachine } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchRetention } from './retention.ts';
import { benchRowSecurity } from './rowSecurity.ts';
import { benchScaling } from './scaling.ts';
import { benchSiege } from './siege.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchSpreads } from './spreads.ts';
import { benchThrottling, throttlingRows } from './throttling.ts';
import { benchTools } from './tools.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench runs all benchmarks; npm run bench -- requests (or another name below) runs one; npm run bench --
// throttling serial (or another of its rows) runs one row. --quick makes them shorter. For the rows of throttling, --count N
// sets the number of deliveries, if a row allows it, and --trace prints the responses and the throttle over time. For
// scaling and citus, --price sets the price of a core for an hour, and --plot names the file for the plot.

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    count: { type: 'string' },
    trace: { type: 'boolean', default: false },
    price: { type: 'string', default: '0.05' },
    plot: { type: 'string' },
  },
  allowPositionals: true,
});
const { quick } = values;
const count = values.count === undefined ? undefined : Number(values.count);
if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
  console.error('--count must be a whole number above 0.');
  process.exit(2);
}
const price = Number(values.price);
if (!(price > 0)) {
  console.error('--price must be a number above 0.');
  process.exit(2);
}
const scale = { quick, traced: values.trace, count };
const askedRows = positionals.filter(name => name in throttlingRows);

const benches: Record<string, (server: BenchServer, quick: boolean) => Promise<void>> = {
  requests: benchRequests,
  commits: benchCommits,
  tools: benchTools,
  console: benchConsole,
  fairness: benchFairness,
  rls: benchRowSecurity,
  growth: benchGrowth,
  retention: benchRetention,
  spreads: benchSpreads,
  webhooks: benchWebhooks,
  snapshot: benchSnapshot,
  throttling: server =>
    benchThrottling(server, scale, askedRows.length > 0 ? askedRows : Object.keys(throttlingRows)),
  overdue: benchOverdue,
  backlog: benchBacklog,
  citus: (server, quick) => benchCitus(server, quick, { price, plot: values.plot }),
  siege: benchSiege,
  memory: benchMemory,
  scaling: (server, quick) => benchScaling(server, quick, { price, plot: values.plot }),
};

const unknown = positionals.find(name => !(name in benches || name in throttlingRows));
if (unknown !== undefined) {
  console.error(
    `Unknown benchmark ${unknown}. The benchmarks are ${Object.keys(benches).join(', ')}; throttling has the rows ${Object.keys(throttlingRows).join(', ')}.`,
  );
  process.exit(2);
}
const asked = askedRows.length > 0 ? [...positionals, 'throttling'] : positionals;

const server = await benchServer();
void stopSignal().then(() => server.stop().finally(() => process.exit(1)));
try {
  await describeMachine(server.url);
  for (const [name, bench] of Object.entries(benches)) {
    if (asked.length === 0 || asked.includes(name)) await bench(server, quick);
  }
} finally {
  await server.stop();
}
// Stops the servers of a failed benchmark.
process.exit();
