import { stopSignal } from '../src/process.ts';
import { benchBacklog } from './backlog.ts';
import { benchConsole } from './console.ts';
import { benchServer } from './database.ts';
import { benchFairness } from './fairness.ts';
import { benchGrowth } from './growth.ts';
import { benchOverdue } from './overdue.ts';
import { describeMachine } from './report.ts';
import { benchRequests } from './requests.ts';
import { benchSiege } from './siege.ts';
import { benchTools } from './tools.ts';
import { benchWalls } from './walls.ts';
import { benchWebhooks } from './webhooks.ts';

// npm run bench: all measurements. npm run bench -- requests (or another of those below): one. --quick: short.

const benches = {
  requests: benchRequests,
  tools: benchTools,
  console: benchConsole,
  fairness: benchFairness,
  walls: benchWalls,
  growth: benchGrowth,
  webhooks: benchWebhooks,
  overdue: benchOverdue,
  backlog: benchBacklog,
  siege: benchSiege,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const asked = args.filter(arg => arg !== '--quick');
const unknown = asked.find(arg => !(arg in benches));
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}: the benches are ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

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
