import test from 'ava';
import type { Account } from '../support/account.ts';
import { unknownKey } from '../support/call.ts';
import { hold } from '../support/hold.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { post, request } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

// A write that was admitted, and had to wait for its workspace, while what admitted it was taken away.
const w = sharedWorld(test, 'api');

test.serial.before(() => w.sql(`insert into corkboard.plans (name, api) values ('no-api', false)`));

const body = { name: 'Late' };
const byTool = (studio: Account) =>
  post(studio, request('legacy', 1, 'tools/call', { name: 'create_client', arguments: body }));

/** The answers to writes, by REST and by tool, that wait while this is done to their workspace. */
async function lateAnswers(t: Parameters<typeof hold>[0], studio: Account, sql: string) {
  const { query, release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const writes = Promise.all([studio.post('/clients', body, { 'Idempotency-Key': 'kept' }), byTool(studio)]);
  await waitsForLock(w.db, { query: 'corkboard.begin_api_write' }, 2);
  await query(sql, [studio.id]);
  await release();
  return writes;
}

const revoking =
  'select corkboard.revoke_key(k.workspace_id, k.id) from corkboard.api_keys k where k.workspace_id = $1';

for (const [what, sql, status, words] of [
  ['key is revoked', revoking, 401, /not valid/],
  [
    'plan loses the API',
    `select corkboard.change_workspace($1, '{"plan": "no-api"}')`,
    402,
    /does not include/,
  ],
  ['workspace is suspended', 'select corkboard.suspend_workspace($1)', 402, /is suspended/],
] as const) {
  test(`a write or tool call whose ${what} while it waits writes nothing, and is ${status} by HTTP`, async t => {
    const studio = await w.workspace();
    for (const answer of await lateAnswers(t, studio, sql)) {
      t.is(answer.status, status);
      t.regex(answer.body.error, words);
    }
    const clients = await w.sql('select 1 from corkboard.clients where workspace_id = $1', studio.id);
    t.deepEqual(clients, []);
  });
}

test('a key that is revoked while its write waits gets the 401 of any other key, and no replayed answer either', async t => {
  const studio = await w.workspace();
  t.is((await studio.post('/clients', body, { 'Idempotency-Key': 'kept' })).status, 201);
  t.false((await byTool(studio)).body.result.isError ?? false);
  const unknown = await post({ ...studio, key: unknownKey }, {});
  for (const { text, headers } of await lateAnswers(t, studio, revoking)) {
    t.is(text, unknown.text);
    t.deepEqual([...headers.keys()], [...unknown.headers.keys()]);
  }
});
