import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { Registry } from 'prom-client';
import { limits } from '../../src/database/connect.ts';
import { type Waiting, work } from '../../src/jobs/work.ts';
import { log } from '../../src/log.ts';
import { registryOf } from '../../src/metrics/registry.ts';
import { measureQueue } from '../../src/metrics/work.ts';
import { events } from '../../src/telemetry/events.ts';
import { attempts } from '../support/attempts.ts';
import { fetchAnswer } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { subscriptions, workerConfig } from '../support/hooks.ts';
import { reading } from '../support/metrics.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

// What the metrics tell when something is wrong, which is when they are read.

const w = world(test, { waits: limits.web });
const h = subscriptions(w);
const { add, throttle } = attempts(w);

/** The metrics of a web process, counted from now on. */
function measured() {
  const connections = () => ({ open: 0, idle: 0, waiting: 0, most: 0 });
  const registry = registryOf({ web: { connections, whyUnready: async () => null } });
  return async (series: string) => reading(await registry.metrics(), series);
}

test.serial('a request that gives up waiting for a connection is counted as an overload', async t => {
  const read = measured();
  const studio = await w.workspace();
  t.is((await studio.get('/me')).status, 200);
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const write = { method: 'POST', path: '/api/v1/clients', key: studio.key, body: { name: 'Ada' } };
  const answers = await times(12, () => fetchAnswer(w.baseUrl, write));
  await release();
  for (const { status } of answers) t.is(status, 500);
  t.is(await read('corkboard_faults_total{cause="overload"}'), 12);
  t.is(await read('corkboard_faults_total{cause="bug"}'), 0);
  t.true((await read('corkboard_database_wait_seconds_count{outcome="connected"}'))! >= 2);
  t.true((await read('corkboard_database_wait_seconds_count{outcome="deadline_exceeded"}'))! >= 1);
});

test.serial('an internal error is told apart from an overload', async t => {
  const read = measured();
  const studio = await w.workspace();
  await w.db.query('alter function corkboard.begin_api_write rename to begun_write');
  const { status } = await studio.post('/clients', { name: 'Ada' });
  await w.db.query('alter function corkboard.begun_write rename to begin_api_write');
  t.is(status, 500);
  t.is(await read('corkboard_faults_total{cause="bug"}'), 1);
  t.is(await read('corkboard_faults_total{cause="overload"}'), 0);
});

test.serial('connections that are dropped are counted', async t => {
  const read = measured();
  t.is(await read('corkboard_connections_dropped_total'), 0);
  events.drop.emit({});
  t.is(await read('corkboard_connections_dropped_total'), 1);
});

const task: Waiting = {
  task: 'wait',
  due: 1,
  running: 0,
  scheduled: 0,
  given_up: 0,
  given_up_last_hour: 0,
  behind_seconds: 600,
};

/** The metrics of a queue that the database describes so. */
function queueOf(queue: () => Promise<Waiting[]>, limits: { waitMs: number; freshMs: number }) {
  const registry = new Registry();
  let asked = 0;
  const counted = () => {
    asked += 1;
    return queue();
  };
  measureQueue(registry, { queue: counted }, limits);
  return { metrics: () => registry.metrics(), asked: () => asked };
}

const age = 'corkboard_queue_age_seconds{task="wait"}';
const seen = 'corkboard_queue_query_seconds';

test.serial('if the queue can’t be read, its metrics are left out and the log says why', async t => {
  const warnings: unknown[][] = [];
  const { warn } = log;
  log.warn = ((...line: unknown[]) => void warnings.push(line)) as typeof warn;
  t.teardown(() => {
    log.warn = warn;
  });
  let fails = false;
  const failure = new Error('the database has gone');
  const { metrics } = queueOf(async () => (fails ? Promise.reject(failure) : [task]), {
    waitMs: 60_000,
    freshMs: 0,
  });
  const well = await metrics();
  t.is(reading(well, age), 600);
  t.true(reading(well, seen)! >= 0);
  fails = true;
  const text = await eventually(metrics, said => reading(said, seen) === undefined);
  t.is(reading(text, age), undefined);
  t.deepEqual(warnings[0], [{ err: failure }, 'the database does not say what waits in the queue']);
  fails = false;
  t.is(reading(await metrics(), age), 600);
});

test('metrics don’t wait for a silent database, and don’t ask it again meanwhile', async t => {
  const answer = Promise.withResolvers<Waiting[]>();
  const { metrics, asked } = queueOf(() => answer.promise, { waitMs: 1, freshMs: 60_000 });
  for (let i = 0; i < 3; i++) t.is(reading(await metrics(), seen), undefined);
  t.is(asked(), 1);
  answer.resolve([task]);
  await answer.promise;
  await pause(0);
  t.is(reading(await metrics(), age), 600);
  t.is(asked(), 1);
});

test('frequent scrapes query the database only once per cache lifetime', async t => {
  const lasting = queueOf(async () => [task], { waitMs: 60_000, freshMs: 60_000 });
  for (let i = 0; i < 3; i++) t.is(reading(await lasting.metrics(), age), 600);
  t.is(lasting.asked(), 1);
  const passing = queueOf(async () => [task], { waitMs: 60_000, freshMs: 0 });
  await eventually(passing.metrics, () => passing.asked() >= 3);
  t.pass();
});

const counted = (state: string) => `corkboard_webhook_endpoints{state="${state}"}`;
const waiting = (state: string) => `corkboard_webhook_deliveries_waiting{state="${state}"}`;

test.serial(
  'a worker reports how many endpoints are in each state, and how many deliveries are throttled',
  async t => {
    // In the role that sees only the workspace that it has entered.
    const worker = await work(workerConfig(), w.serviceUrl);
    t.teardown(worker.stop);
    const first = await registryOf({ worker }).metrics();
    for (const state of ['working', 'slowed', 'failing', 'off', 'not_in_plan', 'suspended'])
      t.deepEqual([reading(first, counted(state)), reading(first, waiting(state))], [0, 0], state);
    const subscribed = async () => (await h.subscribe((await w.workspace()).id)).endpointId;
    const [failing, slowed] = [await subscribed(), await subscribed()];
    await w.sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', failing);
    const jobs = await add(slowed, 3);
    await w.sql(
      `update corkboard.webhook_throttles set resumes_at = now() + interval '1 hour' where id = $1`,
      slowed,
    );
    await throttle(jobs);
    const text = await registryOf({ worker }).metrics();
    const endpoints = ['failing', 'slowed', 'working'].map(state => reading(text, counted(state)));
    t.deepEqual(endpoints, [1, 1, 0]);
    t.deepEqual([reading(text, waiting('slowed')), reading(text, waiting('failing'))], [3, 0]);
  },
);

test.serial('counting endpoints by state reads no deliveries', async t => {
  const [plan] = await w.sql('explain (format json) select * from corkboard_ops.endpoint_states');
  const read = JSON.stringify(plan).match(/"Relation Name":"[^"]+"/g);
  t.truthy(read);
  t.false(read!.includes('"Relation Name":"webhook_deliveries"'));
});
