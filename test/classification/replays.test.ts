import test from 'ava';
import { classifyingWorld } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { counting } from '../support/rates.ts';
import { callTool } from '../support/tools.ts';

// An assistant logs a revision twice while its verdict takes longer than a request may wait for the database.
const w = classifyingWorld(test);

test.serial(
  'the call that repeats another one while both wait for a verdict says so, and tells when the verdict came later',
  async t => {
    // Each look for a verdict calls this function.
    await w.sql(`
      create sequence public.looks;
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
    // Both wait for the verdict, which does not count as waiting for the database.
    const { now } = performance;
    performance.now = () => now.call(performance) + 3_600_000;
    t.teardown(() => {
      performance.now = now;
    });
    await w.sql(`update corkboard.revisions set logged_at = now() - interval '2 hours'`);
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
