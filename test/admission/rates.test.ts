import test from 'ava';
import { secretOf } from '../../src/admission/key.ts';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { call, unknownKey } from '../support/call.ts';
import { counting, holdMinute } from '../support/rates.ts';
import { times } from '../support/times.ts';
import { rpc } from '../support/tools.ts';
import { patient, sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

test('every answer to a valid key tells the rate policy and what is left', async t => {
  const studio = await w.workspace();
  await counting(w, studio);
  const read = await studio.get('/clients?page=0');
  t.is(read.headers.get('ratelimit-policy'), '"read";q=120;w=60');
  t.regex(read.headers.get('ratelimit')!, /^"read";r=119;t=\d+$/);
  const write = await studio.post('/clients', { name: 'A' });
  t.is(write.headers.get('ratelimit-policy'), '"write";q=60;w=60');
  t.regex(write.headers.get('ratelimit')!, /^"write";r=59;t=\d+$/);
});

test('a workspace may make 120 reads and 60 writes a minute across its keys and all web processes', async t => {
  const studio = await w.workspace();
  const colleague = await studio.keyWith('write:projects');
  const other = await serve({ ...readConfig({}), port: 0 }, w.serviceUrl, patient);
  const bases = [w.baseUrl, `http://127.0.0.1:${other.port}`];
  for (const [method, path, quota] of [
    ['GET', '/me', 120],
    ['POST', '/clients', 60],
  ] as const) {
    await holdMinute(w, studio, method === 'GET' ? 'read' : 'write', quota - 10);
    const answers = await times(16, i => {
      const { key } = i % 3 ? studio : colleague;
      return call(bases[i % 2]!, { method, path, key, ...(method === 'POST' && { body: { name: 'A' } }) });
    });
    t.is(answers.filter(({ status }) => status < 300).length, 10);
    const refused = answers.filter(({ status }) => status === 429);
    t.is(refused.length, 6);
    for (const { headers } of refused) t.regex(headers.get('ratelimit')!, /;r=0;/);
  }
  await other.stop();
});

test('failed and replayed requests count toward the rate; a 401 doesn’t', async t => {
  const studio = await w.workspace();
  const key = { 'Idempotency-Key': 'again' };
  await studio.post('/clients', { name: 'A' }, key);
  const used = await counting(w, studio);
  await studio.post('/clients', { name: 'A' }, key);
  await studio.post('/clients', { name: '' });
  await studio.post('/clients', 'no json');
  await studio.post('/projects/nonsense/notes', { body: 'A' });
  await studio.send({ method: 'DELETE', path: '/clients' });
  await (await studio.keyWith()).post('/clients', { name: 'A' });
  await studio.send({
    method: 'POST',
    path: '/clients',
    body: {},
    headers: { Authorization: 'Bearer crk_wrong' },
  });
  t.deepEqual(await used(), { read: 0, write: 6 });
});

test('the rate resets each minute, and a late request of the previous minute doesn’t undo the reset', async t => {
  const studio = await w.workspace();
  await w.sql(
    `insert into corkboard.rate_windows values ($1, 'read', date_trunc('minute', now()) - interval '1 minute', 5000)`,
    studio.id,
  );
  t.is((await studio.get('/me')).status, 200);
  // The minute of this workspace has begun already: it is an hour ahead.
  await holdMinute(w, studio, 'read', 119);
  const last = await studio.get('/me');
  t.is(last.status, 200);
  t.true(Number(/;t=(\d+)$/.exec(last.headers.get('ratelimit')!)![1]) > 60);
  t.is((await studio.get('/me')).status, 429);
});

test('simultaneous requests are each admitted by their own key and plan, and charged to their own rate', async t => {
  const studios = await times(6, () => w.workspace());
  const unpaid = await w.workspace();
  await w.sql(`insert into corkboard.plans (name, api) values ('unpaid', false)`);
  await w.sql(`update corkboard.workspaces set plan = 'unpaid' where id = $1`, unpaid.id);
  const reader = await studios[0]!.keyWith();
  const revoked = await studios[1]!.keyWith('write:projects');
  await w.sql(
    'update corkboard.api_keys set revoked_at = now() where key_hash = sha256(convert_to($1, $2))',
    secretOf(revoked.key),
    'UTF8',
  );
  const unknown = { ...revoked, key: unknownKey };
  const used = await Promise.all([...studios, unpaid].map(studio => counting(w, studio)));
  const statuses = await times(60, async i => {
    const [expected, caller] = (
      [
        [200, studios[Math.floor(i / 6) % 6]!],
        [200, studios[Math.floor(i / 6 + 1) % 6]!],
        [402, unpaid],
        [200, reader],
        [401, revoked],
        [401, unknown],
      ] as const
    )[i % 6]!;
    const { status } = await rpc(caller, 'legacy', 'tools/list');
    return { status, expected };
  });
  for (const { status, expected } of statuses) t.is(status, expected);
  t.deepEqual(await Promise.all(used.map(async count => (await count()).read)), [13, 4, 4, 4, 3, 2, 10]);
});
