import test, { type ExecutionContext } from 'ava';
import { classify } from '../../src/classification/classify.ts';
import { readConfig } from '../../src/config.ts';
import { call } from '../support/call.ts';
import { classifyingWorld, secret } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { answer, inScope } from '../support/model.ts';
import { queuedJobs } from '../support/queue.ts';

// Web and worker as processes of their own, which end at the wrong moment or are not set up alike.
const w = classifyingWorld(test);
// An answer that comes at all has not waited for its time to be up.
test.before(() => w.deadline('1 hour'));
const port = /"port":(\d+)/;

/** The revision of a workspace, once it is written. */
async function written(workspaceId: string): Promise<string> {
  const revisions = 'select id from corkboard.revisions where workspace_id = $1';
  const [found] = await eventually(
    async () => (await w.db.query(revisions, [workspaceId])).rows,
    rows => rows.length > 0,
  );
  return found.id;
}

/** A web process that was killed after it had written a revision, before it answered. */
async function killed(t: ExecutionContext) {
  const web = launch(t, 'web', { DATABASE_URL: w.serviceUrl, PORT: '0', ...w.env });
  const baseUrl = `http://127.0.0.1:${await web.says(port)}`;
  const { studio, path, ask } = await w.project();
  const lost = t.throwsAsync(
    call(baseUrl, {
      method: 'POST',
      path,
      key: studio.key,
      body: { description: 'Calmer', classify: true },
      headers: { 'Idempotency-Key': 'killed' },
    }),
  );
  const id = await written(studio.id);
  web.child.kill('SIGKILL');
  await lost;
  return { studio, id, retry: () => ask('Calmer', 'killed') };
}

test.serial('after a SIGKILL between write and answer, the retry answers for the same revision', async t => {
  const { id, retry } = await killed(t);
  const waiting = retry();
  await w.startWorker();
  const { status, body, text, headers } = await waiting;
  t.is(status, 201);
  t.is(headers.get('idempotency-replayed'), 'true');
  t.is(body.revision.id, id);
  t.is(body.roundsUsed, 1);
  t.deepEqual(body.classification, inScope);
  t.is((await retry()).text, text);
  await w.stopWorkers();
});

for (const verdict of [inScope, null]) {
  const outcome = verdict ? 'the verdict that came' : 'that none came';
  test.serial(
    `a retry long after the process was killed doesn’t wait: it is answered ${outcome}`,
    async t => {
      const { studio, id, retry } = await killed(t);
      await w.db.query(`update corkboard.revisions set logged_at = now() - interval '1 hour' where id = $1`, [
        id,
      ]);
      if (verdict) {
        await w.db.query(`select corkboard.store_classification($1, $2, $3, $4, null, null)`, [
          studio.id,
          id,
          verdict.verdict,
          verdict.reason,
        ]);
      }
      const { body, text } = await retry();
      t.deepEqual(body.classification, verdict);
      t.is(body.classificationUnavailable, verdict ? null : 'did not answer in time');
      t.is((await retry()).text, text);
      await w.db.query(`delete from ${queuedJobs}`);
    },
  );
}

test.serial('after SIGTERM web sends the answers that are still waiting', async t => {
  const web = launch(t, 'web', { DATABASE_URL: w.serviceUrl, PORT: '0', ...w.env });
  const baseUrl = `http://127.0.0.1:${await web.says(port)}`;
  const { studio, path } = await w.project();
  const waiting = call(baseUrl, {
    method: 'POST',
    path,
    key: studio.key,
    body: { description: 'Calmer', classify: true },
  });
  await written(studio.id);
  web.child.kill('SIGTERM');
  await w.startWorker();
  const { status, body } = await waiting;
  t.is(status, 201);
  t.deepEqual(body.classification, inScope);
  t.is(await web.ended, 0);
  await w.stopWorkers();
});

test.serial('a worker without classification says so, and so does the answer', async t => {
  const worker = launch(t, 'worker', { DATABASE_URL: w.serviceUrl });
  await worker.says(/worker is working/);
  const { ask } = await w.project();
  const { status, body } = await ask();
  t.is(status, 201);
  t.is(body.classificationUnavailable, 'not configured for this workspace');
  // Log lines are gathered, so this one may come after the answer.
  await worker.says(/AI_BASE_URL and AI_MODEL are set for web but not for this worker/);
  await eventually(async () => (await w.db.query(`select 1 from ${queuedJobs}`)).rowCount === 0);
  worker.child.kill('SIGTERM');
  t.is(await worker.ended, 0);
});

test.serial('if classification is turned off between write and job, nothing is sent', async t => {
  const { studio, ask } = await w.project();
  const asked = w.ai.asked.length;
  const waiting = ask();
  await written(studio.id);
  await w.db.query('update corkboard.workspaces set ai = false where id = $1', [studio.id]);
  await w.startWorker();
  t.is((await waiting).body.classificationUnavailable, 'not configured for this workspace');
  t.is(w.ai.asked.length, asked);
  await w.stopWorkers();
});

test.serial('a worker that is stopped while the model thinks leaves the job to the next one', async t => {
  const stopping = new AbortController();
  w.ai.behaves(() => stopping.abort());
  const { studio, ask } = await w.project();
  const waiting = ask();
  const revisionId = await written(studio.id);
  const helpers = { query: w.db.query.bind(w.db), abortSignal: stopping.signal } as never;
  await t.throwsAsync(
    classify(readConfig(w.env).classification, { workspaceId: studio.id, revisionId }, helpers),
  );
  t.is((await w.kept(revisionId)).unclassified, null);
  w.ai.says(inScope);
  await w.startWorker();
  t.deepEqual((await waiting).body.classification, inScope);
  await w.stopWorkers();
});

test.serial('the key is in no log line and no row, whatever the endpoint does with it', async t => {
  const worker = launch(t, 'worker', { DATABASE_URL: w.serviceUrl, ...w.env });
  await worker.says(/worker is working/);
  const { ask } = await w.project();
  w.ai.behaves((res, { headers }) => {
    res.writeHead(401, { 'Content-Type': 'application/json', 'X-Echo': headers.authorization! });
    res.end(JSON.stringify({ error: { message: `Incorrect API key: ${headers.authorization}` } }));
  });
  const refused = await ask();
  t.is(refused.body.classificationUnavailable, 'gave no usable answer');
  w.ai.behaves((res, { headers }) => answer(res, headers.authorization));
  t.is((await ask()).body.classificationUnavailable, 'gave no usable answer');
  await worker.says(/Failed task/);
  t.regex(worker.output(), /answered with status 401/);
  t.false(worker.output().includes(secret));
  t.false(refused.text.includes(secret));
  const { rows } = await w.db.query(`select last_error from ${queuedJobs}`);
  t.false(JSON.stringify(rows).includes(secret));
  worker.child.kill('SIGTERM');
  t.is(await worker.ended, 0);
});
