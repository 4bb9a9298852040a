import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import type { Account } from '../support/account.ts';
import { unknownKey } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { counting } from '../support/rates.ts';
import { exchange, lasting, openSocket } from '../support/socket.ts';
import { post, request } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

// A key or a plan that loses its rights between the head of a write, by which it is admitted, and its last byte.
const w = sharedWorld(test, 'api');

/** Starts counting writes; returns how to wait until the first one has been admitted. */
async function admission(studio: Account): Promise<() => Promise<void>> {
  const used = await counting(w, studio);
  return async () => {
    await eventually(async () => (await used()).write >= 1);
  };
}

const revoking =
  'select corkboard.revoke_key(k.workspace_id, k.id) from corkboard.api_keys k where k.workspace_id = $1';
const revoke = ({ id }: Account) => w.sql(revoking, id);

const takingApi = `select corkboard.change_workspace($1, '{"plan": "no-api"}')`;
test.serial.before(() => w.sql(`insert into corkboard.plans (name, api) values ('no-api', false)`));

const clients = async ({ id }: Account) =>
  (await w.db.query('select 1 from corkboard.clients where workspace_id = $1', [id])).rowCount;

/** The raw answer to a write whose body arrives in two parts, with `between` done in the middle. */
async function writeAround(studio: Account, between: () => Promise<unknown>, ...lines: string[]) {
  const admitted = await admission(studio);
  const body = '{"name":"Late"}';
  const head = [
    'POST /api/v1/clients HTTP/1.1',
    'Host: x',
    'Connection: close',
    `Authorization: Bearer ${studio.key}`,
    `Content-Length: ${body.length}`,
    ...lines,
    '',
    '',
  ];
  const socket = await openSocket(studio.baseUrl);
  socket.write(head.join('\r\n') + body.slice(0, 5));
  await admitted();
  await between();
  socket.write(body.slice(5));
  return text(socket);
}

test('a key that is revoked between head and body writes nothing and gets the 401 of any other key', async t => {
  const studio = await w.workspace();
  const late = await writeAround(studio, () => revoke(studio));
  t.regex(late, /^HTTP\/1.1 401 /);
  t.is(await clients(studio), 0);
  const unknown = await exchange(
    w.baseUrl,
    [
      `POST /api/v1/clients HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${unknownKey}\r\n\r\n`,
    ],
    () => false,
  );
  t.is(lasting(late), lasting(unknown));
});

test('a key that is revoked between head and body gets no replayed answer either', async t => {
  const studio = await w.workspace();
  const same = { 'Idempotency-Key': 'kept' };
  t.is((await studio.post('/clients', { name: 'Late' }, same)).status, 201);
  const replayed = await writeAround(studio, async () => {}, 'Idempotency-Key: kept');
  t.regex(replayed, /^HTTP\/1.1 201 [\s\S]*Idempotency-Replayed: true/);
  const late = await writeAround(studio, () => revoke(studio), 'Idempotency-Key: kept');
  t.regex(late, /^HTTP\/1.1 401 /);
  t.is(await clients(studio), 1);
});

test('a plan that loses the API between head and body allows no write any more', async t => {
  const studio = await w.workspace();
  const late = await writeAround(studio, () => w.sql(takingApi, studio.id));
  t.regex(late, /^HTTP\/1.1 402 [\s\S]*"code":"plan_limit"/);
  t.is(await clients(studio), 0);
});

/** The answer to a tool call that is admitted, and waits for its workspace's lock while `between` is done under it. */
async function callAround(t: ExecutionContext, studio: Account, sql: string) {
  const admitted = await admission(studio);
  const { query, release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const called = post(
    studio,
    request('legacy', 1, 'tools/call', { name: 'create_client', arguments: { name: 'Late' } }),
  );
  await admitted();
  await query(sql, [studio.id]);
  await release();
  const answer = await called;
  t.is(await clients(studio), 0);
  return answer;
}

test('a tool call whose key is revoked while it waits writes nothing, and is 401 by HTTP', async t => {
  const studio = await w.workspace();
  const { status, text } = await callAround(t, studio, revoking);
  t.is(status, 401);
  t.is(text, (await post({ ...studio, key: unknownKey }, {})).text);
});

test('a tool call whose plan loses the API while it waits writes nothing, and is 402 by HTTP', async t => {
  const studio = await w.workspace();
  const { status, body } = await callAround(t, studio, takingApi);
  t.is(status, 402);
  t.is(body.code, 'plan_limit');
});
