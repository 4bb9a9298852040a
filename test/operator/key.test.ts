import test from 'ava';
import { call } from '../support/call.ts';
import { operator } from '../support/command.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');
const corkboard = operator(w);

const me = (key: string) => call(w.baseUrl, { method: 'GET', path: '/me', key });

test('a key works at once, and no longer once it is revoked', async t => {
  const { id } = await w.workspace();
  const { key, secret } = await corkboard('key', 'create', '--workspace', id, '--label', 'Zap');
  const { status, body } = await me(secret);
  t.deepEqual([status, body.workspace.id], [200, id]);
  await corkboard('key', 'revoke', key.id);
  t.is((await me(secret)).status, 401);
});

test('find finds keys of all workspaces by their first characters, revoked ones too', async t => {
  const [one, other] = [await w.workspace(), await w.workspace()];
  const of = (id: string, key: string) =>
    w.db.query(
      `select (corkboard.store_key($1, 'Zap', '{}', sha256(convert_to($2, 'UTF8')), left($2, 10))).id`,
      [id, key],
    );
  const leaked = `crk_L_k%1x${'a'.repeat(37)}`;
  const [kept, revoked] = [
    (await of(one.id, leaked)).rows[0].id,
    (await of(other.id, `crk_L_k%1y${'b'.repeat(37)}`)).rows[0].id,
  ];
  await of(other.id, `crk_LZk91x${'c'.repeat(37)}`);
  await corkboard('key', 'revoke', revoked);
  const find = async (text: string) =>
    (await corkboard('key', 'find', text)).keys.map(({ id }: { id: string }) => id);
  t.deepEqual(await find('crk_L_k'), [kept, revoked]);
  t.deepEqual(await find('crk_L_k%1x'), [kept]);
  t.deepEqual(await find(leaked), [kept]);
  t.deepEqual(await find('crk_nothing'), []);
  const { keys } = await corkboard('key', 'find', 'crk_L_k%1y');
  t.like(keys[0], {
    id: revoked,
    workspaceId: other.id,
    label: 'Zap',
    prefix: 'crk_L_k%1y',
    lastUsedAt: null,
  });
  t.truthy(keys[0].revokedAt);
  t.false((await corkboard.read('key', 'find', leaked)).includes(leaked));
});

test('lastUsedAt is when the key was used, to the hour, and rejected requests count', async t => {
  const { id } = await w.workspace();
  const { key, secret } = await corkboard('key', 'create', '--workspace', id, '--label', 'Zap');
  const used = async () =>
    (await corkboard('key', 'find', key.prefix)).keys.find((one: { id: string }) => one.id === key.id)
      .lastUsedAt;
  t.is(await used(), null);
  const before = Date.now();
  await Promise.all(Array.from({ length: 10 }, () => me(secret)));
  const first = await used();
  t.true(Date.parse(first) >= before - 1_000 && Date.parse(first) <= Date.now() + 1_000);
  await me(secret);
  t.is(await used(), first);
  await w.sql(
    `update corkboard.api_keys set last_used_at = now() - interval '61 minutes' where id = $1`,
    key.id,
  );
  const refused = await call(w.baseUrl, {
    method: 'POST',
    path: '/clients',
    key: secret,
    body: { name: 'Ada' },
  });
  t.is(refused.status, 403);
  t.true(Date.parse(await used()) >= before);
  await corkboard('key', 'revoke', key.id);
  await w.sql(`update corkboard.api_keys set last_used_at = '2020-01-01' where id = $1`, key.id);
  t.is((await me(secret)).status, 401);
  t.is(await used(), '2020-01-01T00:00:00.000Z');
});
