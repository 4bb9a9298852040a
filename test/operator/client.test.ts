import test from 'ava';
import { Client } from '../../src/records/client.ts';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

test('set changes only the given fields', async t => {
  const studio = await w.workspace();
  const made = await studio.client();
  const { client: first } = await corkboard('client', 'set', made.id, '--contact-name', ' Ana ');
  t.deepEqual(first, { ...made, contactName: 'Ana', trashedAt: null });
  t.deepEqual(Object.keys(first), [...Object.keys(Client.shape), 'contactName', 'trashedAt']);
  const network = ['--e-invoice-country', 'DE', '--e-invoice-network-id', '9930:de1'];
  const { client: second } = await corkboard('client', 'set', made.id, ...network);
  t.deepEqual(second, { ...first, eInvoiceCountry: 'DE', eInvoiceNetworkId: '9930:de1' });
  t.like((await studio.get('/clients')).body.data, [
    { eInvoiceCountry: 'DE', eInvoiceNetworkId: '9930:de1' },
  ]);
});

test('a trashed client and its projects are not in the API and don’t count toward caps', async t => {
  const studio = await w.workspace();
  const made = await studio.client();
  await studio.project({ clientId: made.id });
  const { client } = await corkboard('client', 'trash', made.id);
  t.truthy(client.trashedAt);
  t.is((await studio.get('/clients')).body.page.total, 0);
  t.is((await studio.get('/projects')).body.page.total, 0);
  t.like((await studio.get('/me')).body.limits, { clients: { used: 0 }, activeProjects: { used: 0 } });
});

test('a trashed or unknown client is not found', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client();
  await corkboard('client', 'trash', id);
  const before = await everything(w, studio.id);
  t.is(await corkboard.refused('client', 'trash', id), 'No client with this id.');
  t.is(await corkboard.refused('client', 'set', id, '--contact-name', 'Ana'), 'No client with this id.');
  for (const none of ['01900000-0000-7000-8000-000000000000', 'nonsense']) {
    t.is(await corkboard.refused('client', 'trash', none), 'No client with this id.');
  }
  t.deepEqual(await everything(w, studio.id), before);
});

for (const [what, args] of Object.entries({
  'a blank contact': ['--contact-name', ''],
  'a contact of 501 characters': ['--contact-name', 'n'.repeat(501)],
  'a country that is no code': ['--e-invoice-country', 'Germany'],
  'a network id of 201 characters': ['--e-invoice-network-id', '1'.repeat(201)],
})) {
  test(`wrong usage: ${what}`, async t => {
    t.regex(await misuse('client', 'set', 'x', ...args), /is invalid/);
  });
}
