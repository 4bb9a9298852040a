import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: the client, trimmed, and the URL of its page', async t => {
  const studio = await w.workspace();
  const { status, body } = await studio.post('/clients', {
    name: ' Harbour Bakery\n',
    company: 'Harbour Ltd',
  });
  t.is(status, 201);
  t.like(body.client, {
    name: 'Harbour Bakery',
    company: 'Harbour Ltd',
    eInvoiceCountry: null,
    eInvoiceNetworkId: null,
    createdVia: 'api',
  });
  t.is(body.url, `/clients/${body.client.id}`);
});

test('201: email and notes are stored, and not returned', async t => {
  const studio = await w.workspace();
  const { body } = await studio.post('/clients', { name: 'A', email: 'a@b.example', notes: ' Pays late ' });
  t.false('email' in body.client || 'notes' in body.client);
  const { rows } = await w.db.query('select email, notes from corkboard.clients where id = $1', [
    body.client.id,
  ]);
  t.deepEqual(rows, [{ email: 'a@b.example', notes: 'Pays late' }]);
});

test('201: blank optional text counts as omitted', async t => {
  const studio = await w.workspace();
  const { body } = await studio.post('/clients', { name: 'A', email: ' ', company: '\t', notes: '' });
  t.is(body.client.company, null);
  const { rows } = await w.db.query('select email, notes from corkboard.clients where id = $1', [
    body.client.id,
  ]);
  t.deepEqual(rows, [{ email: null, notes: null }]);
});

test('201: lengths are counted in code points, after trimming', async t => {
  const studio = await w.workspace();
  t.is((await studio.post('/clients', { name: ` ${'🙂'.repeat(500)} ` })).status, 201);
  t.is((await studio.post('/clients', { name: '🙂'.repeat(501) })).body.field, 'name');
});

test('402: the free plan allows three clients, not counting those in the trash', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const first = await studio.client();
  await studio.client();
  await studio.client();
  const { status, body } = await studio.post('/clients', { name: 'Fourth' });
  t.is(status, 402);
  t.regex(body.error, /3 clients/);
  await w.db.query('select corkboard.trash_client($1, $2)', [studio.id, first.id]);
  t.is((await studio.post('/clients', { name: 'Fourth' })).status, 201);
});

for (const [field, value] of Object.entries({
  name: 'x'.repeat(501),
  email: 'not an address',
  company: 'x'.repeat(501),
  notes: 'x'.repeat(5001),
})) {
  test(`422: ${field} out of bounds`, async t => {
    const studio = await w.workspace();
    const { status, body } = await studio.post('/clients', { name: 'A', [field]: value });
    t.is(status, 422);
    t.is(body.field, field);
  });
}

test('422: an email address longer than 254', async t => {
  const studio = await w.workspace();
  const domain = `${'a'.repeat(60)}.`.repeat(4) + 'example';
  const { body } = await studio.post('/clients', { name: 'A', email: `${'x'.repeat(20)}@${domain}` });
  t.is(body.field, 'email');
});

test('422: text that PostgreSQL cannot hold', async t => {
  const studio = await w.workspace();
  for (const text of ['a\0b', '\ud800', 'a\udc00b']) {
    const { status, body } = await studio.send({
      method: 'POST',
      path: '/clients',
      body: JSON.stringify({ name: text }),
    });
    t.is(status, 422);
    t.is(body.field, 'name');
  }
});
