import test from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { classify } from '../../src/classification/classify.ts';
import { readConfig } from '../../src/config.ts';
import { work } from '../../src/jobs/work.ts';
import { type Answer, call } from '../support/call.ts';
import { classifyingWorld } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { inScope } from '../support/model.ts';
import { queuedJobs } from '../support/queue.ts';
import { patient } from '../support/world.ts';

// Web and worker as processes of their own, which end at the wrong moment or are not set up alike.
const w = classifyingWorld(test);
const warnings = loggedLines(test, 'warn');
// An answer that comes at all has not waited for its time to be up.
test.before(() => w.deadline('1 hour'));

/** The revision of a workspace, once it is written. */
async function written(workspaceId: string): Promise<string> {
  const revisions = 'select id from corkboard.revisions where workspace_id = $1';
  const [found] = await eventually(
    async () => (await w.db.query(revisions, [workspaceId])).rows,
    rows => rows.length > 0,
  );
  return found.id;
}

/** Sends a request again after each fault, as callers are told to: on a busy machine web soon gives up waiting for the database. */
async function untilAccepted(send: () => Promise<Answer>, tries = 20): Promise<Answer> {
  const answer = await send();
  return answer.status === 500 && tries > 1 ? untilAccepted(send, tries - 1) : answer;
}

/** Sends requests to a web server that wait for their verdicts. */
const waitingAt = (baseUrl: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const { studio, path, ask } = await w.project();
      const request = {
        method: 'POST',
        path,
        key: studio.key,
        body: { description: 'Calmer', classify: true },
        headers: { 'Idempotency-Key': 'sent' },
      };
      const answer = untilAccepted(() => call(baseUrl, request));
      answer.catch(() => {});
      const id = await written(studio.id);
      return { studio, id, answer, retry: () => ask('Calmer', 'sent') };
    }),
  );

test.serial('after a SIGKILL between write and answer, the retry answers for the same revision', async t => {
  const web = launch(t, 'web', { DATABASE_URL: w.serviceUrl, PORT: '0', ...w.env });
  const requests = await waitingAt(`http://127.0.0.1:${await web.says(/"port":(\d+)/)}`, 3);
  web.child.kill('SIGKILL');
  for (const { answer } of requests) await t.throwsAsync(answer);
  const [soon, late, judged] = requests as [any, any, any];

  // Long after the process was killed a retry doesn't wait: it gets the verdict that came, or that none came.
  const logged = `update corkboard.revisions set logged_at = now() - interval '1 hour' where id = any ($1)`;
  await w.sql(logged, [late.id, judged.id]);
  const { verdict, reason } = inScope;
  await w.call('store_classification', judged.studio.id, judged.id, verdict, reason, null, null);
  for (const [{ retry }, classification, unavailable] of [
    [judged, inScope, null],
    [late, null, 'did not answer in time'],
  ]) {
    const { body, text } = await retry();
    t.deepEqual([body.classification, body.classificationUnavailable], [classification, unavailable]);
    t.is((await retry()).text, text);
  }

  const waiting = soon.retry();
  await w.startWorker();
  const { status, body, text, headers } = await waiting;
  t.is(status, 201);
  t.is(headers.get('idempotency-replayed'), 'true');
  t.is(body.revision.id, soon.id);
  t.is(body.roundsUsed, 1);
  t.deepEqual(body.classification, inScope);
  t.is((await soon.retry()).text, text);
  await w.stopWorkers();
});

test.serial('a web server that is stopped sends the answers that are still waiting', async t => {
  const web = await serve({ ...readConfig(w.env), port: 0 }, w.serviceUrl, patient);
  const [request] = await waitingAt(`http://127.0.0.1:${web.port}`, 1);
  const stopped = web.stop();
  await w.startWorker();
  const { status, body } = await request!.answer;
  t.is(status, 201);
  t.deepEqual(body.classification, inScope);
  await stopped;
  await w.stopWorkers();
});

async function jobsOf(workspaceId: string): Promise<any[]> {
  const jobs = `select last_error from ${queuedJobs} where payload ->> 'workspaceId' = $1`;
  return (await w.db.query(jobs, [workspaceId])).rows;
}

test.serial('a worker without classification says so, and so does the answer', async t => {
  const worker = await work(readConfig({}), w.serviceUrl);
  const { studio, ask } = await w.project();
  const { status, body } = await ask();
  t.is(status, 201);
  t.is(body.classificationUnavailable, 'not configured for this workspace');
  t.regex(JSON.stringify(warnings), /AI_BASE_URL and AI_MODEL are set for web but not for this worker/);
  await eventually(async () => (await jobsOf(studio.id)).length === 0);
  await worker.stop();
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
  await t.throwsAsync(classify(readConfig(w.env).classification, studio.id, revisionId, helpers));
  t.is((await w.kept(revisionId)).unclassified, null);
  w.ai.says(inScope);
  await w.startWorker();
  t.deepEqual((await waiting).body.classification, inScope);
  await w.stopWorkers();
});
