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

test.serial(
  'without a verdict in time the round counts, the verdict is stored when it comes, and replays keep the bytes of the first answer',
  async t => {
    const goOn = thinks();
    const { ask } = await w.project();
    const { status, body, text } = await ask('Calmer', 'replay');
    const isReplayed = async () => {
      const replay = await ask('Calmer', 'replay');
      t.is(replay.text, text);
      t.is(replay.headers.get('idempotency-replayed'), 'true');
    };
    t.is(status, 201);
    t.like(body, { classification: null, classificationUnavailable: late, roundsUsed: 1 });
    const none = { verdict: null, reason: null, question: null };
    t.deepEqual(await w.kept(body.revision.id), { classify: true, ...none, unclassified: null });
    await isReplayed();
    goOn();
    await eventually(async () => (await w.kept(body.revision.id)).verdict !== null);
    t.deepEqual(await w.kept(body.revision.id), { classify: true, ...inScope, unclassified: null });
    await isReplayed();
  },
);

test.serial(
  'ten simultaneous requests with one key get equal bytes, also if the verdict comes just at their deadline',
  async t => {
    for (const delayMs of [470, 500, 700]) {
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
