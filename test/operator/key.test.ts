import test from 'ava';
import { call } from '../support/call.ts';
import { everything, misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

const me = (key: string) => call(w.baseUrl, { method: 'GET', path: '/me', key });

test('create shows a key that works', async t => {
  const { id } = await w.workspace();
  const made = await corkboard('key', 'create', '--workspace', id, '--label', ' Zap ');
  t.deepEqual(Object.keys(made), ['key', 'secret']);
  t.deepEqual(Object.keys(made.key), ['id', 'label', 'scopes', 'prefix']);
  t.like(made.key, { label: 'Zap', scopes: ['read'] });
  // Empty, except on Citus.
  const [{ suffix }] = await w.sql('select corkboard.secret_suffix($1) as suffix', id);
  t.regex(made.secret, new RegExp(`^crk_[\\w-]{43}${suffix}$`));
  t.true(made.secret.startsWith(made.key.prefix));
  const { status, body } = await me(made.secret);
  t.is(status, 200);
  t.is(body.workspace.id, id);
});

test('a key has the named scopes, in any case', async t => {
  const { id } = await w.workspace();
  const create = ['key', 'create', '--workspace', id, '--label', 'Zap'];
  const { key, secret } = await corkboard(...create, '--scopes', 'write:time,read, write:projects');
  t.deepEqual(key.scopes, ['read', 'write:projects', 'write:time']);
  const post = (path: string) =>
    call(w.baseUrl, { method: 'POST', path, key: secret, body: { name: 'Client' } });
  t.is((await post('/clients')).status, 201);
  t.is((await post('/invoices')).status, 403);
  t.deepEqual((await corkboard(...create, '--scopes', 'read')).key.scopes, ['read']);
});

test('list shows the keys of one workspace, and no secret', async t => {
  const { id } = await w.workspace();
  await w.workspace({ label: 'A stranger' });
  const { key, secret } = await corkboard('key', 'create', '--workspace', id, '--label', 'Zap');
  const { keys } = await corkboard('key', 'list', '--workspace', id);
  t.like(keys, [{ label: 'Test key' }, { ...key, workspaceId: id, revokedAt: null }]);
  t.is(keys.length, 2);
  t.deepEqual(Object.keys(keys[0]), [
    'id',
    'workspaceId',
    'label',
    'scopes',
    'prefix',
    'createdAt',
    'lastUsedAt',
    'revokedAt',
  ]);
  t.false((await corkboard.read('key', 'list', '--workspace', id)).includes(secret));
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
  for (const text of ['L_k%1x', 'crk_L_', 'sk_live_123'])
    t.regex(await misuse('key', 'find', text), /must be at least the first 7 characters of a key/);
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
  await w.db.query(
    `update corkboard.api_keys set last_used_at = now() - interval '61 minutes' where id = $1`,
    [key.id],
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
  await w.db.query(`update corkboard.api_keys set last_used_at = '2020-01-01' where id = $1`, [key.id]);
  t.is((await me(secret)).status, 401);
  t.is(await used(), '2020-01-01T00:00:00.000Z');
});

test('a revoked key is rejected, and revoking it again changes nothing', async t => {
  const { id } = await w.workspace();
  const { key, secret } = await corkboard('key', 'create', '--workspace', id, '--label', 'Zap');
  const revoked = await corkboard('key', 'revoke', key.id);
  t.truthy(revoked.key.revokedAt);
  t.is((await me(secret)).status, 401);
  const before = await everything(w, id);
  t.deepEqual(await corkboard('key', 'revoke', key.id), revoked);
  t.deepEqual(await everything(w, id), before);
});

test('a plan without the API has no keys', async t => {
  const { id } = await w.workspace();
  await corkboard('plan', 'set', 'apiless', '--api', 'false');
  await corkboard('workspace', 'set', id, '--plan', 'apiless');
  const before = await everything(w, id);
  t.regex(
    await corkboard.refused('key', 'create', '--workspace', id, '--label', 'Zap'),
    /does not include the API/,
  );
  t.deepEqual(await everything(w, id), before);
});

test('an unknown key is not found', async t => {
  const unknown = '01900000-0000-7000-8000-000000000000';
  t.is(await corkboard.refused('key', 'list', '--workspace', unknown), 'No workspace with this id.');
  t.is(
    await corkboard.refused('key', 'create', '--workspace', 'x', '--label', 'L'),
    'No workspace with this id.',
  );
  for (const id of [unknown, 'nonsense']) {
    t.is(await corkboard.refused('key', 'revoke', id), 'No key with this id.');
  }
});

test('wrong usage: no workspace, a blank label, an unknown scope', async t => {
  const id = 'x';
  t.regex(await misuse('key', 'list'), /--workspace/);
  t.regex(await misuse('key', 'create', '--label', 'L'), /--workspace/);
  t.regex(await misuse('key', 'create', '--workspace', id, '--label', ' '), /blank/);
  for (const scopes of ['write', 'read,', 'write:projects;write:time', '']) {
    const create = ['key', 'create', '--workspace', id, '--label', 'L', '--scopes', scopes];
    t.regex(await misuse(...create), /--scopes/);
  }
});
