import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('201: the client, and where to open it', async t => {
  const studio = await w.workspace();
  const { status, body } = await studio.post('/clients', {
    name: '  Harbour Bakery ',
    company: 'Harbour Ltd',
    email: 'a@b.example',
    notes: 'Pays late',
  });
  t.is(status, 201);
  t.like(body.client, {
    name: 'Harbour Bakery',
    company: 'Harbour Ltd',
    eInvoiceCountry: null,
    createdVia: 'api',
  });
  t.is(body.url, `/clients/${body.client.id}`);
});
