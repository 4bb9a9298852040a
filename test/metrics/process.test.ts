import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { version as nodeVersion } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { type Hooks, subscriptions } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { reading } from '../support/metrics.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { rpc } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h: Hooks = subscriptions(w);

/** A process of the service that serves its metrics, and what it says of itself there. */
async function measured(t: ExecutionContext, script: string, env: Record<string, string> = {}) {
  const process = launch(t, script, {
    DATABASE_URL: w.databaseUrl,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PORT: '0',
    METRICS_PORT: '0',
    ...env,
  });
  const metricsUrl = `http://127.0.0.1:${await process.says(/"metricsPort":(\d+)/)}`;
  const ask = (path: string) => fetch(metricsUrl + path);
  const metrics = async () => (await ask('/metrics')).text();
  return { process, ask, metrics };
}

test('web counts requests by operation and status, their durations and waits, and rejections by reason', async t => {
  const { process, metrics } = await measured(t, 'web');
  const baseUrl = `http://127.0.0.1:${await process.says(/"port":(\d+)/)}`;
  const { key } = await w.workspace();
  const { body } = await call(baseUrl, { method: 'POST', path: '/clients', key, body: { name: 'Ada' } });
  const path = `/projects/${body.client.id}`;
  t.is((await call(baseUrl, { method: 'GET', path, key })).status, 404);
  await rpc({ baseUrl, key }, 'legacy', 'tools/call', { name: 'create_client', arguments: { name: 7 } });
  await fetch(`${baseUrl}/agreement/5ecret`);
  await fetch(`${baseUrl}/scope/5ecret`);
  for (const probe of ['/healthz', '/readyz']) t.is((await fetch(baseUrl + probe)).status, 200);
  const text = await metrics();
  t.is(reading(text, 'corkboard_requests_total{operation="createClient",status="201"}'), 1);
  t.is(reading(text, 'corkboard_requests_total{operation="getProject",status="404"}'), 1);
  t.is(reading(text, 'corkboard_requests_total{operation="createClient",status="200"}'), 1);
  t.is(reading(text, 'corkboard_requests_total{operation="(unknown)",status="401"}'), 1);
  t.is(reading(text, 'corkboard_requests_total{operation="/scope/:token",status="404"}'), 1);
  t.is(reading(text, 'corkboard_request_duration_seconds_count{operation="createClient"}'), 2);
  t.is(reading(text, 'corkboard_rejections_total{code="not_found"}'), 1);
  t.is(reading(text, 'corkboard_rejections_total{code="validation"}'), 1);
  t.is(reading(text, 'corkboard_rejections_total{code="invalid_key"}'), 1);
  t.true(reading(text, 'corkboard_database_wait_seconds_count{outcome="connected"}')! >= 4);
  t.is(reading(text, 'corkboard_database_connections_max{process="web"}'), 8);
  t.is(reading(text, 'corkboard_database_waiting{process="web"}'), 0);
  t.true(reading(text, 'corkboard_database_connections{process="web",state="idle"}')! > 0);
  t.true(reading(text, 'process_resident_memory_bytes')! > 0);
  t.is(reading(text, `corkboard_build_info{version="1.0.0",node="${nodeVersion}"}`), 1);
  // Counters of errors begin at 0, so that the first error is an increase.
  t.is(reading(text, 'corkboard_requests_total{operation="createClient",status="500"}'), 0);
  t.is(reading(text, 'corkboard_faults_total{cause="connections"}'), 0);
  t.is(reading(text, 'corkboard_rejections_total{code="internal"}'), 0);
  // Probes are no requests of clients.
  t.notRegex(text, /operation="\/(healthz|readyz)"/);
  // Labels are names, or there would be a series for every record and link.
  for (const secret of [body.client.id, '5ecret', key.slice(0, 10)]) t.false(text.includes(secret), secret);
  t.notRegex(text, /corkboard_(queue|delivery|worker|webhook)/);
});

test.serial(
  'a worker counts attempts by outcome and jobs by task, and reports its queue and health',
  async t => {
    const studio = await w.workspace();
    const hook = await h.subscribe(studio.id);
    const failing = await h.subscribe(studio.id, { reaction: 500 });
    const { metrics, ask, process } = await measured(t, 'worker');
    await studio.client();
    await h.settled(hook.endpointId, ({ status }) => status === 'succeeded');
    await h.settled(failing.endpointId, d => d.attempts_made === 1);
    const done = 'corkboard_jobs_total{task="attempt_delivery",result="succeeded"}';
    // The second attempt, a minute later. The backlog is queried every few seconds.
    const later = 'corkboard_queue_jobs{task="attempt_delivery",state="scheduled"}';
    const text = await eventually(metrics, said => reading(said, done) === 2 && reading(said, later) === 1);
    t.is(reading(text, 'corkboard_delivery_attempts_total{outcome="succeeded"}'), 1);
    t.is(reading(text, 'corkboard_delivery_attempts_total{outcome="http_status"}'), 1);
    t.is(reading(text, 'corkboard_delivery_attempts_total{outcome="timeout"}'), 0);
    t.is(reading(text, 'corkboard_jobs_total{task="mail_notice",result="failed"}'), 0);
    t.is(reading(text, 'corkboard_mails_total{result="rejected"}'), 0);
    t.is(reading(text, 'corkboard_webhook_deliveries_overdue'), 0);
    t.is(reading(text, 'corkboard_delivery_attempt_duration_seconds_count'), 2);
    t.is(reading(text, 'corkboard_queue_age_seconds{task="attempt_delivery"}'), 0);
    t.true(reading(text, 'corkboard_worker_progress_age_seconds')! < 35);
    t.is(typeof reading(text, 'corkboard_jobs_held'), 'number');
    t.is(reading(text, 'corkboard_database_connections_max{process="worker"}'), 8);
    t.is((await ask('/readyz')).status, 200);
    t.is((await ask('/healthz')).status, 200);
    t.is((await ask('/')).status, 404);
    process.child.kill('SIGTERM');
    t.is(await process.ended, 0);
  },
);

test.serial('the queue is reported by state and age', async t => {
  // No worker knows such a task, so that its jobs stay.
  const add = (task: string) =>
    w.db.query(`select graphile_worker.add_job($1, run_at => now() - interval '1 hour')`, [task]);
  for (const task of ['nobody_does', 'nobody_does', 'nobody_did']) await add(task);
  await w.db.query(
    `update ${queuedJobs} j set attempts = max_attempts
     from ${queuedTasks} k where k.id = j.task_id and k.identifier = 'nobody_did'`,
  );
  const text = await (await measured(t, 'worker')).metrics();
  t.is(reading(text, 'corkboard_queue_jobs{task="nobody_does",state="due"}'), 2);
  t.true(reading(text, 'corkboard_queue_age_seconds{task="nobody_does"}')! >= 3_600);
  t.is(reading(text, 'corkboard_queue_jobs{task="nobody_did",state="given_up"}'), 1);
  t.is(reading(text, 'corkboard_queue_age_seconds{task="nobody_did"}'), 0);
});

test.serial('a worker whose database can only be read is alive, but not ready', async t => {
  const { ask } = await measured(t, 'worker');
  const name = new URL(w.databaseUrl).pathname.slice(1);
  const setting = 'default_transaction_read_only';
  t.teardown(() => w.db.query(`alter database ${name} reset ${setting}`));
  await w.db.query(`alter database ${name} set ${setting} = on`);
  await w.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'corkboard worker'`,
    [name],
  );
  const says = async () => {
    const answer = await ask('/readyz');
    return { code: answer.status, ...((await answer.json()) as { reason?: string }) };
  };
  const { code } = await eventually(says, ({ reason }) => reason === 'The database can only be read.');
  t.is(code, 503);
  t.is((await ask('/healthz')).status, 200);
});

test('npm start serves the metrics of both on one port', async t => {
  const { process, metrics, ask } = await measured(t, 'start');
  await process.says(/is serving on/);
  const text = await metrics();
  for (const part of ['web', 'worker']) {
    t.is(reading(text, `corkboard_database_connections_max{process="${part}"}`), 8);
  }
  t.is((await ask('/readyz')).status, 200);
});

test('without METRICS_PORT no other port is open', async t => {
  const process = launch(t, 'web', { DATABASE_URL: w.databaseUrl, PORT: '0' });
  await process.says(/web is serving/);
  t.notRegex(process.output(), /metrics/);
});

test('a METRICS_PORT in use is reported in one line', async t => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const env = { DATABASE_URL: w.databaseUrl, PORT: '0', HOST: '127.0.0.1', METRICS_PORT: `${port}` };
  const process = launch(t, 'web', env);
  t.is(await process.ended, 1);
  t.regex(process.output(), /^METRICS_PORT \d+ cannot be used: [^\n]*EADDRINUSE[^\n]*\n$/);
});

for (const [METRICS_HOST, isOpen] of [
  ['', false],
  ['0.0.0.0', true],
] as const) {
  test(`with METRICS_HOST=${METRICS_HOST} the metrics ${isOpen ? 'can' : 'can’t'} be read at other addresses of the machine`, async t => {
    const env = { DATABASE_URL: w.databaseUrl, PORT: '0', HOST: '0.0.0.0', METRICS_PORT: '0', METRICS_HOST };
    const port = await launch(t, 'web', env).says(/"metricsPort":(\d+)/);
    t.is((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
    // Like an address of the network, this one is not the one that the process listens on.
    const elsewhere = fetch(`http://127.0.0.2:${port}/metrics`);
    if (isOpen) t.is((await elsewhere).status, 200);
    else await t.throwsAsync(elsewhere);
  });
}
