import { createServer } from 'node:net';
import { version as nodeVersion } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';
import { readConfig } from '../../src/config.ts';
import { StartError } from '../../src/errors/startError.ts';
import { work } from '../../src/jobs/work.ts';
import { type Parts, registryOf } from '../../src/metrics/registry.ts';
import { serveMetrics } from '../../src/metrics/serve.ts';
import { version } from '../../src/version.ts';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { isIn, subscriptions, workerConfig } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { reading } from '../support/metrics.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { rpc } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const lines = loggedLines(test, 'info');

const web = {
  connections: () => ({ open: 0, idle: 0, waiting: 0, most: 0 }),
  whyUnready: async () => null,
};

/** Serves the metrics of these parts in this process. Returns the port; undefined if none is open. */
async function served(t: ExecutionContext, env: Record<string, string>, parts: Parts = { web }) {
  lines.length = 0;
  t.teardown(await serveMetrics(readConfig(env), parts));
  return lines.find(({ msg }) => msg === 'metrics are served')?.metricsPort as number | undefined;
}

test.serial(
  'npm start counts requests, attempts and jobs, and serves the metrics of both parts on one port',
  async t => {
    const studio = await w.workspace();
    const { key } = studio;
    const hook = await h.subscribe(studio.id);
    const failing = await h.subscribe(studio.id, { reaction: 500 });
    const process = launch(t, 'start', {
      DATABASE_URL: w.databaseUrl,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      PORT: '0',
      METRICS_PORT: '0',
    });
    const metricsUrl = `http://127.0.0.1:${await process.says(/"metricsPort":(\d+)/)}`;
    const baseUrl = await process.says(/is serving on (http:\S+)/);
    const metrics = async () => (await fetch(`${metricsUrl}/metrics`)).text();
    const { body } = await call(baseUrl, { method: 'POST', path: '/clients', key, body: { name: 'Ada' } });
    const path = `/projects/${body.client.id}`;
    t.is((await call(baseUrl, { method: 'GET', path, key })).status, 404);
    await rpc({ baseUrl, key }, 'legacy', 'tools/call', { name: 'create_client', arguments: { name: 7 } });
    for (const page of ['/agreement/5ecret', '/scope/5ecret']) await fetch(baseUrl + page);
    for (const probe of ['/healthz', '/readyz']) t.is((await fetch(baseUrl + probe)).status, 200);
    await h.settled(hook.endpointId, isIn('succeeded'));
    await h.settled(failing.endpointId, d => d.attempts_made === 1);
    const done = 'corkboard_jobs_total{task="attempt_delivery",result="succeeded"}';
    // The second attempt, a minute later. The backlog is queried every few seconds.
    const later = 'corkboard_queue_jobs{task="attempt_delivery",state="scheduled"}';
    const text = await eventually(metrics, said => reading(said, done) === 2 && reading(said, later) === 1);
    for (const [series, value] of [
      ['corkboard_requests_total{operation="createClient",status="201"}', 1],
      ['corkboard_requests_total{operation="getProject",status="404"}', 1],
      ['corkboard_requests_total{operation="createClient",status="200"}', 1],
      ['corkboard_requests_total{operation="(unknown)",status="401"}', 1],
      ['corkboard_requests_total{operation="/scope/:token",status="404"}', 1],
      ['corkboard_request_duration_seconds_count{operation="createClient"}', 2],
      ['corkboard_rejections_total{code="not_found"}', 1],
      ['corkboard_rejections_total{code="validation"}', 1],
      ['corkboard_rejections_total{code="invalid_key"}', 1],
      ['corkboard_database_connections_max{process="web"}', 8],
      ['corkboard_database_connections_max{process="worker"}', 8],
      ['corkboard_database_waiting{process="web"}', 0],
      [`corkboard_build_info{version="${version}",node="${nodeVersion}"}`, 1],
      ['corkboard_delivery_attempts_total{outcome="succeeded"}', 1],
      ['corkboard_delivery_attempts_total{outcome="http_status"}', 1],
      ['corkboard_delivery_attempt_duration_seconds_count', 2],
      ['corkboard_webhook_deliveries_overdue', 0],
      ['corkboard_queue_age_seconds{task="attempt_delivery"}', 0],
      // Counters of errors begin at 0, so that the first error is an increase.
      ['corkboard_requests_total{operation="createClient",status="500"}', 0],
      ['corkboard_faults_total{cause="connections"}', 0],
      ['corkboard_rejections_total{code="internal"}', 0],
      ['corkboard_delivery_attempts_total{outcome="timeout"}', 0],
      ['corkboard_jobs_total{task="mail_notice",result="failed"}', 0],
      ['corkboard_mails_total{result="rejected"}', 0],
    ] as const)
      t.is(reading(text, series), value, series);
    t.true(reading(text, 'corkboard_database_wait_seconds_count{outcome="connected"}')! >= 4);
    t.true(reading(text, 'corkboard_database_connections{process="web",state="idle"}')! > 0);
    t.true(reading(text, 'process_resident_memory_bytes')! > 0);
    t.is(typeof reading(text, 'corkboard_worker_progress_age_seconds'), 'number');
    t.is(typeof reading(text, 'corkboard_jobs_held'), 'number');
    // Probes are no requests of clients.
    t.notRegex(text, /operation="\/(healthz|readyz)"/);
    // Labels are names, or there would be a series for every record and link.
    for (const secret of [body.client.id, '5ecret', key.slice(0, 10)]) t.false(text.includes(secret), secret);
    for (const [page, status] of [
      ['/readyz', 200],
      ['/healthz', 200],
      ['/', 404],
    ] as const)
      t.is((await fetch(metricsUrl + page)).status, status);
    process.child.kill('SIGTERM');
    t.is(await process.ended, 0);
  },
);

test.serial('a web process has no metrics of the queue', async t => {
  t.notRegex(await registryOf({ web }).metrics(), /corkboard_(queue|delivery|worker|webhook)/);
});

test.serial('the queue is reported by state and age', async t => {
  const worker = await work(workerConfig(), w.serviceUrl);
  t.teardown(worker.stop);
  // No worker knows such a task, so that its jobs stay.
  for (const task of ['nobody_does', 'nobody_does', 'nobody_did'])
    await w.sql(`select graphile_worker.add_job($1, run_at => now() - interval '1 hour')`, task);
  await w.sql(
    `update ${queuedJobs} j set attempts = max_attempts
     from ${queuedTasks} k where k.id = j.task_id and k.identifier = 'nobody_did'`,
  );
  const text = await registryOf({ worker }).metrics();
  t.is(reading(text, 'corkboard_queue_jobs{task="nobody_does",state="due"}'), 2);
  t.true(reading(text, 'corkboard_queue_age_seconds{task="nobody_does"}')! >= 3_600);
  t.is(reading(text, 'corkboard_queue_jobs{task="nobody_did",state="given_up"}'), 1);
  t.is(reading(text, 'corkboard_queue_age_seconds{task="nobody_did"}'), 0);
});

test.serial('a worker whose database can only be read is alive, but not ready', async t => {
  const worker = await work(workerConfig(), w.serviceUrl);
  t.teardown(worker.stop);
  const port = await served(t, { METRICS_PORT: '0' }, { worker });
  const ask = (page: string) => fetch(`http://127.0.0.1:${port}${page}`);
  const name = new URL(w.databaseUrl).pathname.slice(1);
  /** Changes the database's default for new connections, and makes the worker open new ones. */
  const setDefault = async (change: string) => {
    await w.sql(`alter database ${name} ${change}`);
    await w.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'corkboard worker'`,
      name,
    );
  };
  t.teardown(() => setDefault('reset default_transaction_read_only'));
  await setDefault('set default_transaction_read_only = on');
  const says = async () => {
    const answer = await ask('/readyz');
    return { code: answer.status, ...((await answer.json()) as { reason?: string }) };
  };
  const { code } = await eventually(says, ({ reason }) => reason === 'The database can only be read.');
  t.is(code, 503);
  t.is((await ask('/healthz')).status, 200);
});

test.serial('without METRICS_PORT no other port is open, and one in use is reported in one line', async t => {
  t.is(await served(t, {}), undefined);
  const taken = createServer();
  const port = await listen(taken);
  t.teardown(() => taken.close());
  await t.throwsAsync(served(t, { METRICS_HOST: '127.0.0.1', METRICS_PORT: `${port}` }), {
    instanceOf: StartError,
    message: /^METRICS_PORT \d+ on METRICS_HOST 127\.0\.0\.1 cannot be used: [^\n]*EADDRINUSE[^\n]*$/,
  });
});

for (const [METRICS_HOST, isOpen] of [
  ['', false],
  ['0.0.0.0', true],
] as const) {
  test.serial(
    `with METRICS_HOST=${METRICS_HOST} the metrics ${isOpen ? 'can' : 'can’t'} be read at other addresses of the machine`,
    async t => {
      const port = await served(t, { HOST: '0.0.0.0', METRICS_PORT: '0', METRICS_HOST });
      t.is((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
      // Like an address of the network, this one is not the one that the process listens on.
      const elsewhere = fetch(`http://127.0.0.2:${port}/metrics`);
      if (isOpen) t.is((await elsewhere).status, 200);
      else await t.throwsAsync(elsewhere);
    },
  );
}
