import test from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { call } from '../support/call.ts';
import { counting, exhaust, holdMinute } from '../support/rates.ts';
import { patient, world } from '../support/world.ts';

const w = world(test);

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
    await holdMinute(w, studio, method === 'GET' ? 'read' : 'write', 0);
    const answers = await Promise.all(
      Array.from({ length: quota + 20 }, (_, i) =>
        call(bases[i % 2]!, {
          method,
          path,
          key: (i % 3 ? studio : colleague).key,
          ...(method === 'POST' ? { body: { name: 'A' } } : {}),
        }),
      ),
    );
    t.is(answers.filter(({ status }) => status < 300).length, quota);
    const refused = answers.filter(({ status }) => status === 429);
    t.is(refused.length, 20);
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
  await w.db.query(
    `insert into corkboard.rate_windows values ($1, 'read', date_trunc('minute', now()) - interval '1 minute', 5000)`,
    [studio.id],
  );
  t.is((await studio.get('/me')).status, 200);
  await holdMinute(w, studio, 'read', 119);
  t.is((await studio.get('/me')).status, 200);
  t.is((await studio.get('/me')).status, 429);
});

test('a workspace at its rate doesn’t affect others', async t => {
  const [busy, calm] = [await w.workspace(), await w.workspace()];
  await exhaust(w, busy, 'read');
  t.is((await busy.get('/me')).status, 429);
  t.is((await calm.get('/me')).status, 200);
});
