import test from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { patient, world } from '../support/world.ts';

// The log's line about the queue, which one process of the installation writes.

const w = world(test);
const { sql } = w;

const reportedAgo = (seconds: number) =>
  sql('update corkboard.queue_reports set reported_at = now() - make_interval(secs => $1)', seconds);

test.serial('of all processes that ask at the same time, one gets the report', async t => {
  await sql(
    `select graphile_worker.add_job('nobody_does', run_at => now() - interval '10 minutes') from generate_series(1, 2)`,
  );
  const worker = await work(workerConfig(), w.serviceUrl);
  t.teardown(worker.stop);
  await eventually(async () => (await sql('select 1 from corkboard.worker_pools')).length === 1);
  // The worker has done the jobs of its start.
  await eventually(
    async () => (await sql('select sum(due)::int as due from corkboard_ops.job_backlog'))[0].due === 2,
  );
  await reportedAgo(61);
  const reports = await Promise.all(Array.from({ length: 20 }, () => worker.reportQueue(60)));
  const [report, ...more] = reports.filter(found => found !== null);
  t.deepEqual(more, []);
  t.like(report, {
    jobsDue: 2,
    jobsGivenUp: 0,
    deliveriesOverdue: 0,
    deliveriesWaiting: 0,
    endpointsFailing: 0,
  });
  t.true(report!.oldestJobSeconds! >= 600);
  t.is(report!.workers, 1);
});

test.serial('web reports only after the workers have not for a while', async t => {
  const web = await serve({ ...readConfig({}), port: 0 }, w.serviceUrl, patient);
  t.teardown(web.stop);
  await reportedAgo(80);
  t.is(await web.reportQueue(90), null);
  await reportedAgo(91);
  t.truthy(await web.reportQueue(90));
});

test.serial('a worker logs the report, and begins its log with its version', async t => {
  await reportedAgo(3_600);
  const worker = launch(t, 'worker', { DATABASE_URL: w.databaseUrl });
  const line = JSON.parse(await worker.says(/\{[^\n]*"msg":"queue"\}/));
  t.is(line.level, 30);
  t.is(typeof line.deliveriesOverdue, 'number');
  const [first] = worker.output().split('\n');
  const { version } = process;
  t.like(JSON.parse(first!), { process: 'worker', version: '1.0.0', node: version, msg: 'starting' });
});

test.serial('web says in /readyz whether a worker is alive', async t => {
  const { port, stop } = await serve({ ...readConfig({}), port: 0 }, w.serviceUrl, patient);
  t.teardown(stop);
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  await sql('delete from corkboard.worker_pools');
  t.deepEqual(await ready(), { status: 'ready', worker: 'silent' });
  const worker = await work(workerConfig(), w.serviceUrl);
  await eventually(ready, (said: any) => said.worker === 'alive');
  await sql(`update corkboard.worker_pools set seen_at = now() - interval '31 seconds'`);
  t.deepEqual(await ready(), { status: 'ready', worker: 'silent' });
  await worker.stop();
});
