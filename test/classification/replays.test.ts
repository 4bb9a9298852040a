import test from 'ava';
import { classifyingWorld } from '../support/classifying.ts';
import { eventually } from '../support/eventually.ts';
import { inScope } from '../support/model.ts';
import { callTool } from '../support/tools.ts';
import { patient } from '../support/world.ts';

// An assistant logs a revision twice while its verdict takes longer than a request may wait for the database.
const w = classifyingWorld(test, { ...patient, waitMs: 8_000 });
test.before(() => w.deadline('10 seconds'));
test.before(() => w.ai.says(inScope));

test.serial(
  'the call that repeats another one while both wait for a verdict says so, and tells when the verdict came later',
  async t => {
    const { studio, path } = await w.project();
    const [, , id] = path.split('/');
    const call = () => callTool(studio, 'log_revision', { id, description: 'Calmer', classify: true });
    // Without a worker no verdict comes, so both calls wait for as long as they may.
    const results = await Promise.all([call(), call()]);
    const [first, again] = results[0].replayed ? results.toReversed() : results;
    t.is(first!.body.classificationUnavailable, 'did not answer in time');
    t.deepEqual([first!.replayed, again!.replayed], [false, true]);
    t.is(again!.text, first!.text);
    t.regex(again!.note!, /^Nothing was recorded: .+ \(another description is enough\)\.$/);
    await w.startWorker();
    await verdictKept(first!.body.revision.id);
    const later = await call();
    t.is(later.text, first!.text);
    t.is(later.note, `${again!.note} The verdict on the request is in_scope now.`);
  },
);

async function verdictKept(revisionId: string): Promise<void> {
  await eventually(async () => (await w.kept(revisionId)).verdict !== null);
}
