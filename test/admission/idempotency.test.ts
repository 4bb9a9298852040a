import test from 'ava';
import { idempotencyKey } from '../../src/http/request.ts';
import prune from '../../tasks/prune.ts';
import { examples } from '../support/examples.ts';
import { holdMonth } from '../support/rates.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

const w = world(test);

const key = (value: string) => ({ 'Idempotency-Key': value });
const clients = async (workspace: string) =>
  Number((await w.sql('select count(*) from corkboard.clients where workspace_id = $1', workspace))[0].count);

test('the same write by the same key is answered in the same bytes and creates nothing', async t => {
  const studio = await w.workspace();
  const all = await examples(studio);
  const used = async () => (await studio.get('/me')).body.limits.monthlyWrites.used;
  const before = await used();
  const writes = Object.entries(all).filter(([, { body }]) => body);
  for (const [name, { path, body }] of writes) {
    const first = await studio.post(path, body, key(name));
    t.is(first.headers.get('idempotency-replayed'), null);
    const again = await studio.post(path, body, key(name));
    t.is(again.status, 201);
    t.is(again.headers.get('idempotency-replayed'), 'true');
    t.is(again.text, first.text, name);
  }
  t.is(await used(), before + writes.length);
});

test('simultaneous requests with one key make one record and get the same answer', async t => {
  const studio = await w.workspace();
  const answers = await times(12, () => studio.post('/clients', { name: 'Once' }, key('twelve')));
  t.is(new Set(answers.map(answer => answer.text)).size, 1);
  t.deepEqual([...new Set(answers.map(answer => answer.status))], [201]);
  t.is(answers.filter(answer => answer.headers.get('idempotency-replayed') === 'true').length, 11);
  t.is(await clients(studio.id), 1);
});

test('white space and the order of keys do not count; anything else in the body does', async t => {
  const studio = await w.workspace();
  const send = (body: string) =>
    studio.send({ method: 'POST', path: '/clients', body, headers: key('body') });
  t.is((await send('{"name":"A","company":"B"}')).status, 201);
  t.is((await send(' {\n"company" : "B", "name":"\\u0041" }')).status, 201);
  for (const other of [
    '{"name":"A","company":"C"}',
    '{"name":"A"}',
    '{"name":" A","company":"B"}',
    '{"name":"A","company":"B","notes":""}',
  ]) {
    const { status, body } = await send(other);
    t.is(status, 422, other);
    t.is(body.code, 'idempotency_mismatch');
  }
  t.is(await clients(studio.id), 1);
});

test('the same key on another path is a mismatch; in another workspace it is another key', async t => {
  const studio = await w.workspace();
  const [one, two] = [await studio.project(), await studio.project()];
  const note = { body: 'Same' };
  t.is((await studio.post(`/projects/${one.id}/notes`, note, key('path'))).status, 201);
  t.is((await studio.post(`/projects/${two.id}/notes`, note, key('path'))).body.code, 'idempotency_mismatch');
  const stranger = await w.workspace();
  const elsewhere = await stranger.project();
  t.is((await stranger.post(`/projects/${elsewhere.id}/notes`, note, key('path'))).status, 201);
});

test('another key of the same workspace replays too, if its scopes allow the write', async t => {
  const studio = await w.workspace();
  const first = await studio.post('/clients', { name: 'A' }, key('shared'));
  const colleague = await studio.keyWith('write:projects');
  t.is((await colleague.post('/clients', { name: 'A' }, key('shared'))).text, first.text);
  const reader = await studio.keyWith();
  t.is((await reader.post('/clients', { name: 'A' }, key('shared'))).status, 403);
});

test('a failed write doesn’t use up its idempotency key: the retry succeeds', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const made = [await studio.client(), await studio.client(), await studio.client()];
  const { status, body } = await studio.post('/clients', { name: 'Fourth' }, key('retry'));
  t.is(status, 402);
  t.regex(body.error, /3 clients/);
  await w.sql('select corkboard.trash_client($1, $2)', studio.id, made[0].id);
  const retried = await studio.post('/clients', { name: 'Fourth' }, key('retry'));
  t.is(retried.status, 201);
  t.is(retried.headers.get('idempotency-replayed'), null);
});

test('replays are answered after the allowance or a cap is used up and after the record is deleted', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const path = `/projects/${project.id}/notes`;
  const first = await studio.post(path, { body: 'A' }, key('late'));
  await holdMonth(w, studio, 10_000);
  await w.sql('select corkboard.trash_project($1, $2)', studio.id, project.id);
  t.is((await studio.post(path, { body: 'A' }, key('late'))).text, first.text);
  t.is((await studio.post(path, { body: 'A' })).status, 404);
});

test('after 24 hours an idempotency key can be used again, whether it was pruned or not', async t => {
  const studio = await w.workspace();
  await studio.post('/clients', { name: 'A' }, key('old'));
  const age = (hours: string) =>
    w.db.query(
      `update corkboard.idempotency_keys set created_at = now() - $2::interval where workspace_id = $1`,
      [studio.id, hours],
    );
  const replayed = async (name: string) => {
    const { status, headers } = await studio.post('/clients', { name }, key('old'));
    return [status, headers.get('idempotency-replayed')];
  };
  await age('23 hours 59 minutes');
  t.deepEqual(await replayed('A'), [201, 'true']);
  await age('24 hours');
  t.deepEqual(await replayed('Another'), [201, null]);
  t.deepEqual(await replayed('Another'), [201, 'true']);
  t.is(await clients(studio.id), 2);
});

test('the hourly job prunes what is older than 24 hours, however much, and nothing else', async t => {
  const studio = await w.workspace();
  await studio.post('/clients', { name: 'A' }, key('young'));
  await w.sql(
    `insert into corkboard.idempotency_keys (workspace_id, id, fingerprint, response, created_at)
     select $1, 'old-' || n, '', '', now() - interval '24 hours 1 second' from generate_series(1, 2500) n`,
    studio.id,
  );
  await prune({}, w.db as never, {} as never);
  const rows = await w.sql('select id from corkboard.idempotency_keys where workspace_id = $1', studio.id);
  t.deepEqual(rows, [{ id: 'young' }]);
});

test('an idempotency key has 1 to 255 characters of an alphabet', t => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-:.';
  t.regex(alphabet.repeat(4).slice(0, 255), idempotencyKey);
  for (const value of ['', ' ', 'a b', 'ä', 'a/b', 'x'.repeat(256), 'a,b', 'a\n'])
    t.notRegex(value, idempotencyKey);
});

test('400 for an idempotency key of another form, and nothing is written', async t => {
  const studio = await w.workspace();
  for (const value of ['', 'a b']) {
    const { status, body } = await studio.post('/clients', { name: 'A' }, key(value));
    t.is(status, 400, value);
    t.regex(body.error, /Idempotency-Key/);
  }
  t.is(await clients(studio.id), 0);
});
