import test from 'ava';
import requeueLost from '../../tasks/requeue_lost.ts';
import { attempts } from '../support/attempts.ts';
import { blocksOf } from '../support/blocks.ts';
import { drain } from '../support/drain.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const logged = loggedLines(test, 'warn');
const h = subscriptions(w);
const { add, claim } = attempts(w);

const { sql, call } = w;
const requeue = async (what = 'requeue_deliveries()') =>
  (await sql(`select corkboard.${what} as count`))[0].count;
const jobs = (task: string, id: string) =>
  sql(
    `select j.* from ${queuedJobs} j join ${queuedTasks} t on t.id = j.task_id
     where t.identifier = $1 and $2 in (j.payload ->> 'deliveryId', j.payload ->> 'recordId')`,
    task,
    id,
  );

/** Adds this many deliveries without jobs that have been due for some time. Returns the jobs that they should have. */
async function due(count: number, since = '5 minutes 1 second') {
  const { endpointId } = await h.subscribe((await w.workspace()).id);
  return add(endpointId, count, { due_at: `now() - interval '${since}'` });
}

test.serial('a delivery that has been due for five minutes without a job gets one', async t => {
  const [lost] = await due(1);
  t.is(await requeue(), 1);
  const [job, ...more] = await jobs('attempt_delivery', lost.deliveryId);
  t.deepEqual(more, []);
  t.deepEqual(job.payload, lost);
  t.is(await requeue(), 0);
});

test.serial('a delivery that is due for less, or has a claim or a job, is left alone', async t => {
  await due(1, '3 minutes');
  const [claimed, waiting, running] = await due(3);
  await claim([claimed]);
  for (const job of [waiting, running]) {
    await sql(
      `select graphile_worker.add_job('attempt_delivery', $1, run_at => now() + interval '1 hour')`,
      job,
    );
  }
  await sql(
    `update ${queuedJobs} set locked_at = now(), locked_by = 'pool' where payload ->> 'deliveryId' = $1`,
    running.deliveryId,
  );
  t.is(await requeue(), 0);
  // The claim of a worker that died expires.
  await sql('update corkboard.webhook_claims set claimed_until = now() where id = $1', claimed.deliveryId);
  t.is(await requeue(), 1);
});

test.serial('a failed job, or a job of an earlier round, doesn’t count as a job of the delivery', async t => {
  const [givenUp, earlier] = await due(2);
  await sql(`select graphile_worker.add_job('attempt_delivery', $1, max_attempts => 3)`, givenUp);
  await sql(`update ${queuedJobs} set attempts = 3 where payload ->> 'deliveryId' = $1`, givenUp.deliveryId);
  await sql(`select graphile_worker.add_job('attempt_delivery', $1)`, { ...earlier, jobNumber: 0 });
  t.is(await requeue(), 2);
  t.is((await jobs('attempt_delivery', givenUp.deliveryId)).length, 2);
});

test.serial('a suspended workspace’s delivery gets no job before it is resumed', async t => {
  const [[suspended], [other]] = [await due(1), await due(1)];
  await call('suspend_workspace', suspended.workspaceId);
  t.is(await requeue(), 1);
  t.is((await jobs('attempt_delivery', other.deliveryId)).length, 1);
  await call('resume_workspace', suspended.workspaceId);
  t.is(await requeue(), 1);
  t.is((await jobs('attempt_delivery', suspended.deliveryId)).length, 1);
});

test.serial('however many jobs were lost, each delivery gets one, batch by batch', async t => {
  await due(25);
  t.deepEqual(await drain(() => requeue('requeue_deliveries(10)')), [10, 10, 5, 0]);
});

test.serial('the task adds what was lost, and the log says how much', async t => {
  await due(2);
  for (let times = 0; times < 2; times++) await requeueLost({}, w.db as never, {} as never);
  // Tests of other files may log in this process, too.
  const lines = logged.filter(({ msg, deliveries }) => msg === 'requeued lost jobs' && deliveries === 2);
  t.is(lines.length, 1);
});

test.serial('if nothing is late, no job is read', async t => {
  await sql('delete from corkboard.webhook_deliveries');
  await sql(
    `insert into ${queuedJobs} (task_id, payload, run_at)
     select id, '{}', now() + interval '1 day' from ${queuedTasks}, generate_series(1, 5000) where identifier = 'attempt_delivery'`,
  );
  const blocks = await blocksOf(w.db, 'select corkboard.requeue_deliveries()');
  await sql(`delete from ${queuedJobs} where payload::text = '{}'`);
  t.true(blocks < 40, `read ${blocks} blocks`);
});

/** For each task: what waits for it since when, and how often a job is tried. */
const tasks: Record<string, [since: string, maxAttempts: number, insert: string]> = {
  classify_revision: [
    'revisions.logged_at',
    8,
    `(workspace_id, project_id, round_number, description, created_via, classify)
       select workspace_id, project_id, 1, 'Calmer', 'app', true from corkboard.invoices where workspace_id = $1`,
  ],
  render_document: [
    'issued_documents.requested_at',
    10,
    `(workspace_id, kind, record_id, version, format)
       select workspace_id, 'invoice', id, 2, 'pdf' from corkboard.invoices where workspace_id = $1`,
  ],
  mail_document: [
    'document_mails.queued_at',
    25,
    `(workspace_id, project_id, kind, record_id, purpose, recipient, subject, text, sent_by)
       select workspace_id, project_id, 'invoice', id, 'document', 'ana@client.example', 'S', 'T', 'Ann' from corkboard.invoices where workspace_id = $1`,
  ],
  mail_notifications: [
    'notifications.created_at',
    10,
    `(workspace_id, member_id, kind, event, record_ids)
       select workspace_id, id, 'approved', 'scope.approved', array[id] from corkboard.members, generate_series(1, 2) where workspace_id = $1`,
  ],
  export_workspace: ['exports.requested_at', 5, `(workspace_id, requested_by) values ($1, 'Ann')`],
  import_clients: [
    'client_imports.requested_at',
    5,
    `(workspace_id, file_name, requested_by, state) values ($1, 'clients.csv', 'Ann', 'importing')`,
  ],
};

for (const [task, [since, maxAttempts, insert]] of Object.entries(tasks)) {
  test.serial(`what has waited five minutes for ${task} without a job gets one, once`, async t => {
    const studio = await w.workspace();
    await studio.invoice((await studio.project()).id);
    const [table, column] = since.split('.');
    const [row] = await sql(`insert into corkboard.${table} ${insert} returning *`, studio.id);
    const requeued = () => requeue(`requeue_jobs('${task}')`);
    const wait = (minutes: number) =>
      sql(
        `update corkboard.${table} set ${column} = now() - interval '${minutes} minutes' where workspace_id = $1`,
        studio.id,
      );
    await wait(4);
    t.is(await requeued(), 0);
    await wait(6);
    // A suspended workspace sends no documents.
    if (task === 'mail_document') {
      await call('suspend_workspace', studio.id);
      t.is(await requeued(), 0);
      await call('resume_workspace', studio.id);
    }
    t.is(await requeued(), 1);
    const payload = { workspaceId: studio.id, recordId: row.member_id ?? row.id };
    const jobs = `select payload, max_attempts::int from ${queuedJobs} where payload ->> 'workspaceId' = $1`;
    t.deepEqual(await sql(jobs, studio.id), [{ payload, max_attempts: maxAttempts }]);
    t.is(await requeued(), 0);
    // What the mail server turned away for now, for the recipient or for a copy, waits for its next attempt.
    if (task === 'mail_document') {
      await sql(`select graphile_worker.complete_jobs(array(select id from ${queuedJobs}))`);
      const next = (at: string) =>
        sql(
          `update corkboard.document_mails set state = 'sent', sent_at = now(), next_attempt_at = now() ${at}`,
        );
      await next(`- interval '4 minutes'`);
      t.is(await requeued(), 0);
      await next(`- interval '6 minutes'`);
      t.is(await requeued(), 1);
    }
  });
}

test.serial('an endpoint whose turning off or removal was interrupted gets the job again', async t => {
  const studio = await w.workspace();
  const endpoint = async (set: string) => {
    const { endpointId } = await h.subscribe(studio.id);
    await sql(`update corkboard.webhook_endpoints set ${set} where id = $1`, endpointId);
    return endpointId;
  };
  const ago = (minutes: number) => `now() - interval '${minutes} minutes'`;
  const unfinished = [
    [await endpoint(`disabled_at = ${ago(6)}, removed_at = ${ago(6)}`), 'remove_endpoint'],
    // It was turned on again, but its owner wasn't told yet that it was off.
    [await endpoint(`notice_due_at = ${ago(6)}`), 'disable_endpoint'],
    [await endpoint(`disabled_at = ${ago(6)}`), 'disable_endpoint'],
  ] as const;
  await add(unfinished[2][0], 1);
  await endpoint(`disabled_at = ${ago(4)}, notice_due_at = ${ago(4)}`);
  await endpoint(`disabled_at = ${ago(6)}`);
  t.is(await requeue(`requeue_jobs('remove_endpoint')`), 1);
  t.is(await requeue(`requeue_jobs('disable_endpoint')`), 2);
  for (const [id, task] of unfinished) t.is((await jobs(task, id)).length, 1);
  t.is(await requeue(`requeue_jobs('disable_endpoint')`), 0);
});

test.serial('however many deliveries are late, all jobs are read once', async t => {
  const late = await due(200);
  await sql(
    `select graphile_worker.add_jobs(array_agg(row('attempt_delivery', j, null, now(), null, null, 0, null)::graphile_worker.job_spec))
     from json_array_elements($1) j`,
    JSON.stringify(late),
  );
  const connection = await w.db.connect();
  t.teardown(() => connection.release());
  const read = async () => {
    await connection.query('select pg_stat_force_next_flush()');
    const { rows } = await connection.query(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables
        where relid = '${queuedJobs}'::regclass`,
    );
    return rows[0].rows as number;
  };
  const before = await read();
  await connection.query('select corkboard.requeue_deliveries()');
  t.true((await read()) - before < 10 * late.length);
});

test.serial('deliveries of endpoints that are off or being removed get no job', async t => {
  for (const state of ['disabled_at = now()', 'disabled_at = now(), removed_at = now()']) {
    const [lost] = await due(3);
    await sql(`update corkboard.webhook_endpoints set ${state} where id = $1`, lost.endpointId);
    t.is(await requeue(), 0);
  }
});

test.serial('only one search for late deliveries runs at a time', async t => {
  await due(1);
  const other = await hold(t, w.db, 'select corkboard.requeue_deliveries()');
  await due(1);
  t.is(await requeue(), 0);
  await other.release();
  t.is(await requeue(), 1);
});
