import test from 'ava';
import { holdMonth } from '../support/rates.ts';
import { times } from '../support/times.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

const succeeded = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length;

test('of simultaneous requests for clients or projects, as many succeed as the cap still allows', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const clientId = (await studio.client()).id;
  for (const [path, free] of [
    ['/clients', 2],
    ['/projects', 3],
  ] as const) {
    const add = (name: string) => studio.post(path, { name, ...(path === '/projects' && { clientId }) });
    t.is(succeeded(await times(10, i => add(`Name ${i}`))), free);
    t.is((await studio.get(path)).body.page.total, 3);
  }
});

test('of simultaneous writes near the end of the allowance, as many succeed as are left, and the count is exact', async t => {
  const { studio, id } = await w.withProject();
  await holdMonth(w, studio, 9_993);
  t.is(succeeded(await times(12, () => studio.post(`/projects/${id}/time`, { minutes: 1 }))), 7);
  t.is((await studio.get('/me')).body.limits.monthlyWrites.used, 10_000);
});

test('simultaneous drafts get different versions', async t => {
  const { studio, id } = await w.withProject();
  const scopes = await times(10, i => studio.scope(id, { deliverables: [`Draft ${i}`] }));
  t.deepEqual(
    scopes.map(scope => scope.version).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  const { scope } = (await studio.get(`/projects/${id}`)).body.project;
  const rows = await w.sql('select title from corkboard.project_deliverables where project_id = $1', id);
  t.deepEqual(
    rows.map(row => row.title),
    scope.deliverables,
  );
});

test('with simultaneous drafts and an approval, nothing is drafted after the approval', async t => {
  const { studio, id } = await w.withProject();
  await studio.scope(id);
  const [, drafts] = await Promise.all([
    w.db.query(`select corkboard.approve_scope($1, $2, 'Ann')`, [studio.id, id]),
    times(10, () => studio.post(`/projects/${id}/scope`, { deliverables: ['Other'] })),
  ]);
  const before = succeeded(drafts);
  t.is((await studio.get(`/projects/${id}`)).body.project.scope.version, 1 + before);
  t.is((await studio.post(`/projects/${id}/scope`, { deliverables: ['Other'] })).status, 409);
});

test('a client that is trashed while projects are added to it leaves none behind', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client();
  await Promise.all([
    times(10, i => studio.post('/projects', { clientId: id, name: `Project ${i}` })),
    w.db.query('select corkboard.trash_client($1, $2)', [studio.id, id]),
  ]);
  t.is((await studio.get('/projects')).body.page.total, 0);
  t.is((await studio.get('/me')).body.limits.activeProjects.used, 0);
});

test('of simultaneous payment and voiding one succeeds', async t => {
  const studio = await w.workspace();
  const invoice = await studio.invoice((await studio.project()).id);
  await w.sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  const outcomes = await Promise.allSettled(
    ['record_payment', 'void_invoice', 'record_payment', 'void_invoice'].map(move =>
      w.db.query(`select corkboard.${move}($1, $2)`, [studio.id, invoice.id]),
    ),
  );
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});
