import type { ServerResponse } from 'node:http';
import test from 'ava';
import { classifyingWorld } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { answer, inScope } from '../support/model.ts';

// What holds when the verdict takes longer than the caller waits, which is half a second here.
const w = classifyingWorld(test);
test.before(() => w.deadline('500 milliseconds'));
test.before(w.startWorker);

const late = 'did not answer in time';

/** Keeps the model from answering; returns the function that lets it answer. */
function thinks(): () => void {
  let thinking: ServerResponse[] = [];
  w.ai.behaves(res => thinking.push(res));
  return () => {
    for (const res of thinking) answer(res, inScope);
    thinking = [];
  };
}

async function verdictKept(revisionId: string): Promise<void> {
  await eventually(async () => (await w.kept(revisionId)).verdict !== null);
}

test.serial(
  'without a verdict in time the round counts, and the verdict is stored when it comes',
  async t => {
    const goOn = thinks();
    const { ask } = await w.project();
    const { status, body } = await ask();
    t.is(status, 201);
    t.like(body, { classification: null, classificationUnavailable: late, roundsUsed: 1 });
    const none = { verdict: null, reason: null, question: null };
    t.deepEqual(await w.kept(body.revision.id), { classify: true, ...none, unclassified: null });
    goOn();
    await verdictKept(body.revision.id);
    t.deepEqual(await w.kept(body.revision.id), { classify: true, ...inScope, unclassified: null });
  },
);

test.serial('a replay has the bytes of the first answer, before and after the late verdict', async t => {
  const goOn = thinks();
  const { ask } = await w.project();
  const first = await ask('Calmer', 'replay');
  t.is(first.body.classificationUnavailable, late);
  const before = await ask('Calmer', 'replay');
  goOn();
  await verdictKept(first.body.revision.id);
  const after = await ask('Calmer', 'replay');
  for (const replay of [before, after]) {
    t.is(replay.text, first.text);
    t.is(replay.headers.get('idempotency-replayed'), 'true');
  }
});

test.serial('ten simultaneous requests with one key wait together and get equal bytes', async t => {
  const goOn = thinks();
  const { ask } = await w.project();
  const asked = w.ai.asked.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask('Calmer', 'together')));
  t.is(new Set(answers.map(({ text }) => text)).size, 1);
  t.is(answers[0]!.body.classificationUnavailable, late);
  t.is(w.ai.asked.length, asked + 1);
  goOn();
});

test.serial(
  'ten simultaneous requests get equal bytes even if the verdict comes just at their deadline',
  async t => {
    for (const delayMs of [470, 500]) {
      w.ai.behaves(res => setTimeout(() => answer(res, inScope), delayMs));
      const { ask } = await w.project();
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('Calmer', `edge-${delayMs}`)));
      t.is(new Set(answers.map(({ text }) => text)).size, 1);
      t.is((await ask('Calmer', `edge-${delayMs}`)).text, answers[0]!.text);
    }
  },
);

test.serial('other requests are served while many wait: waiting holds no connection', async t => {
  // Without a worker no verdict comes.
  await w.stopWorkers();
  await w.deadline('1 hour');
  const { ask, studio } = await w.project();
  const many = 20;
  let answered = 0;
  const change = async (_: unknown, i: number) => {
    await ask(`Change ${i}`);
    answered++;
  };
  const waiting = Promise.all(Array.from({ length: many }, change));
  const written = 'select 1 from corkboard.revisions where workspace_id = $1';
  await eventually(async () => answered > 0 || (await w.db.query(written, [studio.id])).rowCount === many);
  for (let i = 0; i < 10; i++) t.is((await studio.get('/me')).status, 200);
  t.is(answered, 0);
  w.ai.says(inScope);
  await w.startWorker();
  await waiting;
});
