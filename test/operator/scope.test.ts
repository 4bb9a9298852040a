import test from 'ava';
import { Scope } from '../../src/records/scope.ts';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

test('approve approves the scope, with the name of the approver', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const drafted = await studio.scope(id, { priceCents: 5000, timeline: 'Six weeks' });
  const { scope } = await corkboard('scope', 'approve', id, '--by', ' Ana Duarte ');
  t.deepEqual(scope, { ...drafted, projectId: id, approvedBy: 'Ana Duarte', approvedAt: scope.approvedAt });
  t.deepEqual(Object.keys(scope), ['projectId', ...Object.keys(Scope.shape), 'approvedBy']);
  t.is((await studio.get(`/projects/${id}`)).body.project.scope.approvedAt, scope.approvedAt);
  t.is((await studio.post(`/projects/${id}/scope`, { deliverables: ['More'] })).status, 409);
});

test('a scope without a price has no priceCents', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  const { scope } = await corkboard('scope', 'approve', id, '--by', 'Ana');
  t.false('priceCents' in scope);
  t.is(scope.timeline, null);
});

test('a scope without a draft can’t be approved', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const before = await everything(w, studio.id);
  t.regex(await corkboard.refused('scope', 'approve', id, '--by', 'Ana'), /never drafted/);
  t.deepEqual(await everything(w, studio.id), before);
});

test('a scope can be approved once', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  await corkboard('scope', 'approve', id, '--by', 'Ana');
  const before = await everything(w, studio.id);
  t.regex(await corkboard.refused('scope', 'approve', id, '--by', 'Ben'), /approved already/);
  t.deepEqual(await everything(w, studio.id), before);
});

test('wrong usage: a missing or too long name', async t => {
  const id = 'x';
  t.regex(await misuse('scope', 'approve', id), /--by/);
  t.regex(await misuse('scope', 'approve', id, '--by', ' '), /--by/);
  t.regex(await misuse('scope', 'approve', id, '--by', 'n'.repeat(501)), /--by/);
  t.regex(await misuse('scope', 'approve', '--by', 'Ana'), /project/);
});
