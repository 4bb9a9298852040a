import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { registryOf } from '../../src/metrics/registry.ts';
import { missing } from '../support/toolchain.ts';

// The dashboard and the alert rules under ops/ are about metrics that there are.

const folder = join(import.meta.dirname, '../../ops');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const connections = () => ({ open: 0, idle: 0, waiting: 0, most: 0 });
const whyUnready = async () => null;
const registry = registryOf({
  web: { connections, whyUnready },
  worker: {
    connections,
    whyUnready,
    progress: () => ({ held: 0, secondsSinceProgress: 0 }),
    queue: async () => [],
    endpoints: async () => [],
    overdue: async () => ({ overdue: 0, behind_seconds: 0 }),
    database: async () => ({
      oldest_transaction_seconds: 0,
      oldest_snapshot_seconds: 0,
      oldest_snapshot_transactions: 0,
      hidden_sessions: 0,
      tables: [],
    }),
  },
});
const series = registry
  .getMetricsAsArray()
  .flatMap(({ name, type }: any) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map(end => name + end) : [name],
  );
const ours = registry
  .getMetricsAsArray()
  .map(({ name }) => name)
  .filter(name => name.startsWith('corkboard_'));

const dashboard = JSON.parse(read('dashboard.json'));
const expressions: string[] = dashboard.panels.flatMap(({ targets }: any) =>
  targets.map(({ expr }: any) => expr),
);
/** What looks like a metric in an expression or a rule; views of the database are called alike. */
const named = (text: string) =>
  [...text.matchAll(/(?<!corkboard_ops\.)\b(?:corkboard|nodejs|process)_(?!ops\b)\w+/g)].map(
    ([name]) => name,
  );

for (const [what, text] of [
  ['the dashboard', expressions.join('\n')],
  ['the alert rules', read('alerts.yml')],
  ['the tests of the alert rules', read('alerts.test.yml')],
] as const) {
  test(`${what}: every metric exists`, t => {
    const names = named(text);
    t.true(names.length > 5);
    for (const name of names) t.true(series.includes(name), name);
  });
}

test('every metric of the service is on the dashboard', t => {
  for (const name of ours)
    t.true(
      expressions.some(expression => expression.includes(name)),
      name,
    );
});

test('every label in an expression exists on its metric', async t => {
  const labels = new Map(
    registry
      .getMetricsAsArray()
      .map((metric: any) => [metric.name, [...metric.labelNames, 'le', 'instance', 'job']]),
  );
  for (const text of [...expressions, read('alerts.yml')]) {
    for (const [, name = '', selector = ''] of text.matchAll(/\b(corkboard_\w+)\{([^}]*)\}/g)) {
      const known = labels.get(name.replace(/_(bucket|sum|count)$/, '')) ?? labels.get(name);
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*[=!]/g))
        t.true(known?.includes(label), `${name} ${label}`);
    }
  }
});

test('the panels of the dashboard do not overlap', t => {
  const places = dashboard.panels.map(({ gridPos: { x, y } }: any) => `${x}/${y}`);
  t.is(new Set(places).size, places.length);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) missing('promtool (apt-get install prometheus)');

(hasPromtool ? test : test.skip)(
  'promtool agrees with the rules, and each alert fires when it should',
  async t => {
    const run = promisify(execFile);
    await t.notThrowsAsync(run('promtool', ['check', 'rules', join(folder, 'alerts.yml')]));
    await t.notThrowsAsync(run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')]));
  },
);

test('every alert has a test', t => {
  const alerts = [...read('alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  const tests = read('alerts.test.yml');
  const tested = (name: string) => tests.includes(name) || /^CorkboardJobs/.test(name);
  t.true(alerts.length > 5);
  for (const name of alerts) t.true(tested(name), name);
});
