import test from 'ava';
import { everything, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

test('sign creates the agreement, and needs no approved scope', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const { contract } = await corkboard('contract', 'sign', id);
  t.deepEqual(Object.keys(contract), ['id', 'projectId', 'signedAt']);
  t.is(contract.projectId, id);
  t.is((await studio.post(`/projects/${id}/scope`, { deliverables: ['Logo'] })).status, 409);
});

test('a contract can be signed once', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await corkboard('contract', 'sign', id);
  const before = await everything(w, studio.id);
  t.regex(await corkboard.refused('contract', 'sign', id), /signed already/);
  t.deepEqual(await everything(w, studio.id), before);
});
