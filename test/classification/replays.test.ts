import test from 'ava';
import { write } from '../../src/admission/write.ts';
import { Deadline } from '../../src/concurrency/deadline.ts';
import { sql } from '../../src/database/pool.ts';
import { classifyingWorld } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { counting } from '../support/rates.ts';
import { callTool } from '../support/tools.ts';

const w = classifyingWorld(test);

test('waiting for a verdict doesn’t count as waiting for the database', async t => {
  const { now } = performance;
  const deadline = new Deadline(60_000);
  const row = { answer: '{}', replayed: false, refusal: null };
  const operation = {
    sqlCall: () => sql.fragment`select`,
    complete: async (answer: string) => {
      await null;
      performance.now = () => now.call(performance) + 3_600_000;
      return answer;
    },
  };
  const caller = { workspaceId: 'w', label: 'l' };
  const context = { caller, keyHash: Buffer.of(1), via: 'api', deadline, requestId: null, traceparent: null };
  const database = { for: () => ({ one: async () => row }) };
  // Nothing else in this thread runs before the clock is put back.
  await write({ database } as never, operation as never, context as never, {}, null);
  const { leftMs } = deadline;
  performance.now = now;
  t.true(leftMs > 0, `${leftMs}`);
});

test.serial(
  'the call that repeats another one while both wait for a verdict says so, and tells when the verdict came later',
  async t => {
    // Each look for a verdict calls this function.
    await w.sql(`
      create sequence if not exists public.looks;
      grant usage on sequence public.looks to public;
      create or replace function corkboard.classification_timeout() returns interval language sql volatile
        as $$ select interval '1 hour' from nextval('public.looks') $$`);
    const looks = async () => Number((await w.sql('select last_value from public.looks'))[0].last_value);
    const { studio, path } = await w.project();
    const [, , id] = path.split('/');
    const call = () => callTool(studio, 'log_revision', { id, description: 'Calmer', classify: true });
    const charged = await counting(w, studio);
    const calls = Promise.all([call(), call()]);
    await eventually(async () => (await charged()).write === 2);
    const before = await looks();
    await eventually(async () => (await looks()) >= before + 4);
    await w.deadline('0 seconds');
    const results = await calls;
    const [first, again] = results[0].replayed ? results.toReversed() : results;
    t.is(first!.body.classificationUnavailable, 'did not answer in time');
    t.deepEqual([first!.replayed, again!.replayed], [false, true]);
    t.is(again!.text, first!.text);
    t.regex(again!.note!, /^Nothing was recorded: .+ \(another description is enough\)\.$/);
    await w.startWorker();
    await eventually(async () => (await w.kept(first!.body.revision.id)).verdict !== null);
    const later = await call();
    t.is(later.text, first!.text);
    t.is(later.note, `${again!.note} The verdict on the request is in_scope now.`);
  },
);
