import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: the first draft is version 1, and each further draft is the next version and keeps omitted fields', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id } = await studio.project();
  const first = await studio.post(`/projects/${id}/scope`, {
    deliverables: [' Logo ', '', '  ', 'Menu'],
    timeline: 'May',
    priceCents: 0,
    revisionRounds: 0,
    currency: 'CHF',
  });
  t.is(first.status, 201);
  t.is(first.body.url, `/projects/${id}?tab=scope`);
  const kept = { revisionRounds: 0, timeline: 'May', priceCents: 0, currency: 'CHF', approvedAt: null };
  t.deepEqual(first.body.scope, { deliverables: ['Logo', 'Menu'], version: 1, ...kept });
  const second = await studio.post(`/projects/${id}/scope`, { deliverables: ['Logo'], timeline: ' ' });
  t.deepEqual(second.body.scope, { deliverables: ['Logo'], version: 2, ...kept });
});

test('201: without a price there is no priceCents; rounds default to 2 and the currency to the workspace’s', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const scope = await studio.scope((await studio.project()).id);
  t.deepEqual(scope, {
    deliverables: ['Logo'],
    revisionRounds: 2,
    timeline: null,
    currency: 'EUR',
    version: 1,
    approvedAt: null,
  });
});

test('201: before the first draft the currency follows the workspace’s; from then on it is fixed', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id } = await studio.project();
  const currencies = async () => {
    const { project } = (await studio.get(`/projects/${id}`)).body;
    const { data } = (await studio.get('/projects')).body;
    return [project.scope.currency, data[0].scopeCurrency, (await studio.invoice(id)).currency];
  };
  const moveTo = (currency: string) =>
    w.db.query('select corkboard.change_workspace($1, $2)', [studio.id, { default_currency: currency }]);
  t.deepEqual(await currencies(), ['EUR', 'EUR', 'EUR']);
  await moveTo('CHF');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  t.is((await studio.scope(id)).currency, 'CHF');
  await moveTo('USD');
  t.deepEqual(await currencies(), ['CHF', 'CHF', 'CHF']);
  t.is((await studio.scope(id)).currency, 'CHF');
});

test('201: deliverables are replaced, and unchanged ones keep their rows', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const list = async () =>
    (
      await w.db.query(
        'select id, position, title from corkboard.project_deliverables where project_id = $1 order by position',
        [id],
      )
    ).rows;
  await studio.scope(id, { deliverables: ['A', 'B', 'B', 'C'] });
  const before = await list();
  t.deepEqual(
    before.map(row => row.title),
    ['A', 'B', 'B', 'C'],
  );
  await studio.scope(id, { deliverables: ['C', 'B', 'D', 'A'] });
  const after = await list();
  t.deepEqual(
    after.map(row => row.title),
    ['C', 'B', 'D', 'A'],
  );
  t.deepEqual(
    after.map(row => row.position),
    [1, 2, 3, 4],
  );
  t.deepEqual([after[0].id, after[1].id, after[3].id], [before[3].id, before[1].id, before[0].id]);
});

test('409: an approved scope and one with a signed contract can’t be redrafted, and nothing changes', async t => {
  const studio = await w.workspace();
  const approved = await studio.project();
  await studio.scope(approved.id);
  await w.db.query(`select corkboard.approve_scope($1, $2, 'Ann')`, [studio.id, approved.id]);
  const signed = await studio.project();
  await w.db.query('select corkboard.sign_contract($1, $2)', [studio.id, signed.id]);
  const used = (await studio.get('/me')).body.limits.monthlyWrites.used;
  for (const { id } of [approved, signed]) {
    const { status, body } = await studio.post(`/projects/${id}/scope`, { deliverables: ['Other'] });
    t.is(status, 409);
    t.is(body.code, 'conflict');
  }
  const { scope } = (await studio.get(`/projects/${approved.id}`)).body.project;
  t.deepEqual(scope.deliverables, ['Logo']);
  t.regex(scope.approvedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.is((await studio.get('/me')).body.limits.monthlyWrites.used, used);
});

test('201: fifty deliverables of 500 characters are accepted, and blank ones don’t count', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const deliverables = [...Array(50).fill('é'.repeat(500)), ...Array(30).fill(' ')];
  t.is((await studio.scope(id, { deliverables })).deliverables.length, 50);
});

test('201: blank lines around a deliverable don’t count', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const deliverables = [...Array(1_000).fill(''), 'Logo', ...Array(10_000).fill(' ')];
  t.deepEqual((await studio.scope(id, { deliverables })).deliverables, ['Logo']);
});

for (const [name, fields, field] of [
  ['no deliverables', { deliverables: [] }, 'deliverables'],
  ['only blank deliverables', { deliverables: ['', ' '] }, 'deliverables'],
  ['51 deliverables', { deliverables: Array(51).fill('x') }, 'deliverables'],
  ['thousands of deliverables', { deliverables: Array(20_000).fill(1) }, 'deliverables'],
  ['a deliverable that is too long', { deliverables: ['a', 'x'.repeat(501)] }, 'deliverables.1'],
  ['a deliverable that is no text', { deliverables: ['a', 'b', 'c', 4] }, 'deliverables.3'],
  ['21 rounds', { revisionRounds: 21 }, 'revisionRounds'],
  ['negative rounds', { revisionRounds: -1 }, 'revisionRounds'],
  ['a long timeline', { timeline: 'x'.repeat(501) }, 'timeline'],
  ['a price above the bound', { priceCents: 100_000_001 }, 'priceCents'],
  ['a price of null', { priceCents: null }, 'priceCents'],
  ['a currency in lower case', { currency: 'usd' }, 'currency'],
  ['a currency of four letters', { currency: 'USDT' }, 'currency'],
  ['an approval', { approvedAt: '2026-01-01T00:00:00.000Z' }, 'approvedAt'],
] as const) {
  test(`422: ${name}`, async t => {
    const studio = await w.workspace();
    const { id } = await studio.project();
    const { status, body } = await studio.post(`/projects/${id}/scope`, {
      deliverables: ['Logo'],
      ...fields,
    });
    t.is(status, 422);
    t.is(body.field, field);
  });
}
