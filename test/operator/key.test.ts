import test from 'ava';
import { operator } from '../support/command.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');
const corkboard = operator(w);

test('find finds keys of all workspaces by their first characters, revoked ones too', async t => {
  const [one, other] = [await w.workspace(), await w.workspace()];
  const store = async (id: string, key: string) => {
    const call = `corkboard.store_key($1, 'Zap', '{}', sha256(convert_to($2, 'UTF8')), left($2, 10))`;
    return (await w.sql(`select id from ${call}`, id, key))[0].id;
  };
  const leaked = `crk_L_k%1x${'a'.repeat(37)}`;
  const kept = await store(one.id, leaked);
  const revoked = await store(other.id, `crk_L_k%1y${'b'.repeat(37)}`);
  await store(other.id, `crk_LZk91x${'c'.repeat(37)}`);
  await w.sql('select corkboard.revoke_key($1, $2)', other.id, revoked);
  const find = async (text: string) => (await corkboard('key', 'find', text)).keys;
  const found = await find('crk_L_k%1');
  t.like(found, [
    { id: kept, workspaceId: one.id, revokedAt: null },
    { id: revoked, workspaceId: other.id, label: 'Zap', prefix: 'crk_L_k%1y', lastUsedAt: null },
  ]);
  t.truthy(found[1].revokedAt);
  t.deepEqual(await find(leaked), [found[0]]);
  t.deepEqual(await find('crk_nothing'), []);
  t.false((await corkboard.read('key', 'find', leaked)).includes(leaked));
});

test('lastUsedAt is when the key was used, to the hour, and rejected requests count', async t => {
  const studio = await w.workspace();
  const reader = await studio.keyWith();
  const [{ id }] = await w.sql(
    `select id from corkboard.api_keys where workspace_id = $1 and scopes = '{read}'`,
    studio.id,
  );
  const used = async (): Promise<Date | null> =>
    (await w.sql('select last_used_at from corkboard.api_keys where id = $1', id))[0].last_used_at;
  const usedAt = (time: string) =>
    w.sql(`update corkboard.api_keys set last_used_at = $2 where id = $1`, id, time);
  t.is(await used(), null);
  const before = Date.now();
  await Promise.all(Array.from({ length: 10 }, () => reader.get('/me')));
  const first = (await used())!.getTime();
  t.true(first >= before - 1_000 && first <= Date.now() + 1_000);
  await reader.get('/me');
  t.is((await used())!.getTime(), first);
  await usedAt(new Date(before - 61 * 60_000).toISOString());
  t.is((await reader.post('/clients', { name: 'Ada' })).status, 403);
  t.true((await used())!.getTime() >= before);
  await w.sql('select corkboard.revoke_key($1, $2)', studio.id, id);
  await usedAt('2020-01-01T00:00:00Z');
  t.is((await reader.get('/me')).status, 401);
  t.is((await used())!.toISOString(), '2020-01-01T00:00:00.000Z');
});
