import test, { type ExecutionContext } from 'ava';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { limits } from '../../src/database/connect.ts';
import { type Account, account } from '../support/account.ts';
import { type Answer, fetchAnswer } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyProxy } from '../support/faultyProxy.ts';
import { hold } from '../support/hold.ts';
import { counting } from '../support/rates.ts';
import { times } from '../support/times.ts';
import { callTool, rpc } from '../support/tools.ts';
import { patient, world } from '../support/world.ts';

// A request is answered within 5 s, whatever it waits for: in these tests, for what never comes. What has to succeed is asked of a
// patient server, or until it does: on a busy machine it may take longer than the service's own limits.
const w = world(test);

/** A workspace, and another server that is asked for it, with the service's limits. `url`: the address of its database. */
async function serverWith(t: ExecutionContext, waits = limits.web, url = w.serviceUrl) {
  const web = await serve({ ...readConfig({}), port: 0 }, url, waits);
  t.teardown(web.stop);
  const studio = await w.workspace();
  return { studio, asked: account(`http://127.0.0.1:${web.port}`, w.db, studio.id, studio.key) };
}

function isFault(t: ExecutionContext, { status, headers, body }: Answer): void {
  t.is(status, 500);
  t.is(body.code, 'internal');
  t.is(headers.get('retry-after'), '1');
}

const holdTurn = (t: ExecutionContext, studio: Account) =>
  hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);

const names = async (studio: Account): Promise<string[]> =>
  (await studio.get('/clients')).body.data.map((client: { name: string }) => client.name);

test('the limits of a request add up to less than 5 s', t => {
  const { waitMs, answerMs, connectMs } = limits.web;
  t.true(waitMs + Math.max(answerMs, connectMs) < 5_000);
});

test.serial('while a workspace’s lock is held, its writes are rejected and store nothing', async t => {
  const { studio, asked } = await serverWith(t);
  const { release } = await holdTurn(t, studio);
  const write = (i: number, to = asked) =>
    to.post('/clients', { name: `Client ${i}` }, { 'Idempotency-Key': `key-${i}` });
  for (const answer of await times(5, i => write(i))) isFault(t, answer);
  await release();
  t.deepEqual(await names(studio), []);
  t.is((await studio.get('/me')).body.limits.monthlyWrites.used, 0);
  const again = await write(3, studio);
  t.is(again.status, 201);
  t.is(again.headers.get('idempotency-replayed'), null);
});

test.serial('while the keys are locked, everyone is answered, and served once they are free', async t => {
  const { studio, asked } = await serverWith(t);
  const others = await times(3, () => w.workspace());
  const studios = [studio, ...others].map(({ id, key }) => account(asked.baseUrl, w.db, id, key));
  const { release } = await hold(t, w.db, 'lock table corkboard.api_keys');
  const ask = (i: number) =>
    fetchAnswer(asked.baseUrl, {
      method: i % 2 ? 'GET' : 'POST',
      path: '/api/v1/clients',
      key: studios[i % 4]!.key,
      ...(i % 2 ? {} : { body: { name: 'Refused' } }),
    });
  const health = () => fetchAnswer(asked.baseUrl, { method: 'GET', path: '/healthz' });
  const answers = await times(24, i => (i % 12 ? ask(i) : health()));
  for (const answer of answers.filter((_, i) => i % 12)) isFault(t, answer);
  await release();
  t.is((await health()).status, 200);
  for (const one of studios) t.deepEqual(await eventually(() => names(one), Array.isArray), []);
});

test.serial('a waiting write whose client disconnects is not begun', async t => {
  const studio = await w.workspace();
  const used = await counting(w, studio);
  const letIn = (count: number) => eventually(async () => (await used()).write >= count);
  const { release } = await holdTurn(t, studio);
  const [one, two] = [studio.post('/clients', { name: 'One' }), studio.post('/clients', { name: 'Two' })];
  await letIn(2);
  const leaving = new AbortController();
  const gone = fetch(`${w.baseUrl}/api/v1/clients`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${studio.key}`, 'Content-Type': 'application/json' },
    body: '{"name":"Gone"}',
    signal: leaving.signal,
  });
  await letIn(3);
  leaving.abort();
  await t.throwsAsync(gone);
  // Once this is answered, the server has noticed the disconnect.
  for (let i = 0; i < 3; i++) await studio.get('/me');
  await release();
  for (const { status } of [await one, await two, await studio.post('/clients', { name: 'Three' })]) {
    t.is(status, 201);
  }
  t.deepEqual((await names(studio)).sort(), ['One', 'Three', 'Two']);
});

test.serial('an error from the database doesn’t cost its connection', async t => {
  const studio = await w.workspace();
  const backends = async () =>
    await w.sql(`select pid from pg_stat_activity
         where datname = current_database() and application_name = 'corkboard web' order by pid`);
  await times(8, () => studio.get('/clients'));
  const before = await backends();
  const clientId = '01890000-0000-7000-8000-000000000000';
  for (let i = 0; i < 10; i++)
    t.is((await studio.post('/projects', { clientId, name: 'Refused' })).status, 404);
  t.deepEqual(await backends(), before);
});

/** A server whose connection to the database loses messages. */
async function lossy(t: ExecutionContext, waits = patient) {
  const proxy = await FaultyProxy.open(() => Number(new URL(w.databaseUrl).port));
  t.teardown(() => proxy.close());
  const { asked } = await serverWith(t, waits, proxy.through(w.databaseUrl));
  return { proxy, studio: asked };
}

test.serial(
  'a write whose answer was lost after the commit is found by the same idempotency key, done once',
  async t => {
    const { proxy, studio } = await lossy(t);
    const write = () => studio.post('/clients', { name: 'Lost and found' }, { 'Idempotency-Key': 'lost' });
    proxy.loseReplyTo('Lost and found');
    isFault(t, await write());
    const again = await write();
    t.is(again.status, 201);
    t.is(again.headers.get('idempotency-replayed'), 'true');
    t.deepEqual(await names(studio), ['Lost and found']);
    t.is((await studio.get('/me')).body.limits.monthlyWrites.used, 1);
  },
);

test.serial(
  'a tool call whose answer was lost after the commit is done once, and called again tells the assistant',
  async t => {
    const { proxy, studio } = await lossy(t);
    const { id } = await studio.project();
    const args = { id, minutes: 90, description: 'Lost and found' };
    proxy.loseReplyTo('Lost and found');
    const lost = await rpc(studio, 'modern', 'tools/call', { name: 'log_time', arguments: args });
    t.is(lost.status, 500);
    const again = await callTool(studio, 'log_time', args);
    t.true(again.replayed);
    t.regex(
      again.note!,
      /^Nothing was recorded: .+ That call succeeded, and the result above is its answer\. /,
    );
    const entries = await w.sql('select id from corkboard.time_entries where workspace_id = $1', studio.id);
    t.deepEqual(entries, [{ id: again.body.timeEntry.id }]);
  },
);

test.serial(
  'if connections to the database fall silent, all requests are answered and new connections are opened',
  async t => {
    const { proxy, studio } = await lossy(t, limits.web);
    const me = () => fetchAnswer(studio.baseUrl, { method: 'GET', path: '/api/v1/me', key: studio.key });
    // Once its workspace is known, all of its requests share two connections, which are the ones that fall silent.
    await me();
    await times(8, me);
    proxy.silence();
    await times(20, me);
    t.true(await eventually(async () => (await me()).status === 200));
  },
);
