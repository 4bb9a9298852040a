import { parseArgs } from 'node:util';
import { stopSignal } from '../src/bin/process.ts';
import { benchBacklog } from './backlog.ts';
import { benchCommits } from './commits.ts';
import { benchConsole } from './console.ts';
import { type BenchServer, benchServer } from './database.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { benchMemory } from './memory.ts';
import { benchOverdue } from './overdue.ts';
import { benchPace, paceRows } from './pace.ts';
import { describeMachine } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchRetention } from './retention.ts';
import { benchSiege } from './siege.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchSpreads } from './spreads.ts';
import { benchTools } from './tools.ts';
import { benchWalls } from './walls.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench: all measurements. npm run bench -- requests (or another of those below): one. npm run bench -- pace
// throttled (or another of its rows): one row of that. --quick: short. --count N: so many deliveries in the rows of pace
// that can have any number. --trace: what was answered and what the pace was over time, in the rows of pace.

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    count: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { quick } = values;
const count = values.count === undefined ? undefined : Number(values.count);
if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
  console.error('--count must be a whole number above 0.');
  process.exit(2);
}
const scale = { quick, traced: values.trace, count };
const askedRows = positionals.filter(name => name in paceRows);

const benches: Record<string, (server: BenchServer, quick: boolean) => Promise<void>> = {
  requests: benchRequests,
  commits: benchCommits,
  tools: benchTools,
  console: benchConsole,
  fairness: benchFairness,
  walls: benchWalls,
  growth: benchGrowth,
  retention: benchRetention,
  spreads: benchSpreads,
  webhooks: benchWebhooks,
  snapshot: benchSnapshot,
  pace: server => benchPace(server, scale, askedRows.length > 0 ? askedRows : Object.keys(paceRows)),
  overdue: benchOverdue,
  backlog: benchBacklog,
  siege: benchSiege,
  memory: benchMemory,
};

const unknown = positionals.find(name => !(name in benches || name in paceRows));
if (unknown !== undefined) {
  console.error(
    `There is no bench ${unknown}: the benches are ${Object.keys(benches).join(', ')}; pace has the rows ${Object.keys(paceRows).join(', ')}.`,
  );
  process.exit(2);
}
const asked = askedRows.length > 0 ? [...positionals, 'pace'] : positionals;

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
// Ends the servers of a bench that failed.
process.exit();
