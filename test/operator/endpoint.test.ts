import { randomUUID } from 'node:crypto';
import test from 'ava';
import { envelopeOf } from '../../src/records/event.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { attempts } from '../support/attempts.ts';
import { operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { subscriber } from '../support/subscriber.ts';
import { sharedWorld } from '../support/world.ts';

// What the commands on endpoints and deliveries do besides calling a function: they look up addresses, send tests, and page
// and repeat.

const w = sharedWorld(test, 'api');
const corkboard = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });
const h = subscriptions(w);
const { jobOf, claim, finish } = attempts(w);

const { sql } = w;

const add = async (workspaceId: string, url: string) =>
  (
    await sql(
      `select row_to_json(a.endpoint) as endpoint, a.secret
         from corkboard.add_endpoint($1, $2, 'json', '{client.created,invoice.paid}') a`,
      ...[workspaceId, url],
    )
  )[0];

test('a workspace has at most five endpoints, also with simultaneous additions', async t => {
  const { id } = await w.workspace();
  const added = await Promise.allSettled(Array.from({ length: 8 }, () => add(id, 'https://a.example')));
  t.is(added.filter(({ status }) => status === 'fulfilled').length, 5);
  t.is((await sql('select 1 from corkboard.webhook_endpoints where workspace_id = $1', id)).length, 5);
});

test('an address that isn’t public is rejected in one line, and nothing is added', async t => {
  const { id } = await w.workspace();
  const production = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'false' });
  const url = 'https://169.254.169.254/latest';
  const add = ['endpoint', 'add', '--workspace', id, '--url', url, '--events', 'client.created'];
  t.regex(await production.refused(...add), /^--url [^\n]+\.$/);
  t.deepEqual(await sql('select 1 from corkboard.webhook_endpoints where workspace_id = $1', id), []);
});

test('WEBHOOK_ALLOW_PRIVATE is rejected in production, in one line', async t => {
  const production = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true', NODE_ENV: 'production' });
  t.is(
    await production.refused('endpoint', 'list', '--workspace', randomUUID()),
    'WEBHOOK_ALLOW_PRIVATE must not be true where NODE_ENV is production.',
  );
});

test('test sends a ping, or a sample of an event as a real one is sent, shows the answer, and records nothing', async t => {
  const studio = await w.workspace();
  const hook = await subscriber(200);
  t.teardown(hook.close);
  const { endpoint, secret } = await add(studio.id, hook.url);
  const tested = async (...options: string[]) => {
    const { durationMs, ...result } = await corkboard('endpoint', 'test', endpoint.id, ...options);
    t.true(Number.isInteger(durationMs) && durationMs >= 0);
    return result;
  };
  const succeeded = { outcome: 'succeeded', status: 200, reason: null, response: 'answer' };
  t.deepEqual(await tested(), succeeded);
  hook.reaction = 500;
  t.deepEqual(await tested('--event', 'invoice.paid'), { ...succeeded, outcome: 'http_status', status: 500 });
  const [ping, sample, ...more] = hook.received as any[];
  t.deepEqual(more, []);
  t.like(ping.body, { event: 'ping', workspaceId: studio.id });
  t.is(ping.headers['x-service-event'], 'ping');
  t.deepEqual(Object.keys(ping.body.data), ['message']);
  t.regex(ping.body.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const { body, headers, text } = sample;
  t.deepEqual(Object.keys(body), ['id', 'event', 'createdAt', 'workspaceId', 'data']);
  t.deepEqual([body.event, body.workspaceId], ['invoice.paid', studio.id]);
  t.like(headers, { 'x-service-event': 'invoice.paid', 'x-service-delivery': body.id });
  t.is(headers['x-service-signatures'], sign(secret, Number(headers['x-service-timestamp']), text));
  t.notThrows(() => envelopeOf('invoice.paid').parse(body));
  await hook.close();
  const refused = { outcome: 'connection', reason: 'connection refused' };
  t.deepEqual(await tested(), { ...refused, status: null, response: null });
  t.deepEqual(await h.deliveries(endpoint.id), []);
  t.is((await h.endpoint(endpoint.id)).failures_in_row, 0);
});

test('a delivery is shown with every attempt, and until when it is kept', async t => {
  const studio = await w.workspace();
  const { endpoint } = await add(studio.id, 'http://127.0.0.1:9/hook');
  await studio.client();
  const [{ id }] = await h.deliveries(endpoint.id);
  for (const outcome of ['tls', 'succeeded']) await finish(await claim([await jobOf(id)]), outcome);
  const { delivery } = await corkboard('delivery', 'show', id);
  t.like(delivery, { id, status: 'succeeded', attemptsMade: 2, dueAt: null, round: 1 });
  t.is(Date.parse(delivery.keptUntil) - Date.parse(delivery.settledAt), 30 * 24 * 60 * 60 * 1000);
  t.like(delivery.attempts, [
    { number: 1, round: 1, outcome: 'tls', statusCode: null, durationMs: 12 },
    { number: 2, round: 1, outcome: 'succeeded', statusCode: 200, durationMs: 12 },
  ]);
  t.regex(await corkboard.read('delivery', 'show', id), /\nATTEMPTS\nNUMBER {2}ROUND {2}OUTCOME/);
});

/**
 * Creates an endpoint that missed this many deliveries, which were created five at a time. Returns their ids, newest
 * first.
 */
async function missed(count: number) {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const made = await sql(
    `insert into corkboard.webhook_deliveries
       (workspace_id, endpoint_id, event, data, status, due_at, settled_at, created_at)
     select $1, $2, 'client.created', '{}', 'missed', null, now(), now() - n / 5 * interval '1 second'
       from generate_series(1, $3::int) n
     returning id, created_at`,
    ...[studio.id, endpointId, count],
  );
  const newest = (one: any, other: any) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1);
  return { endpointId, ids: made.sort(newest).map(({ id }) => id) };
}

const idsOf = ({ deliveries }: any) => deliveries.map(({ id }: any) => id);
const listed = async (endpointId: string, ...options: string[]) =>
  idsOf(await corkboard('delivery', 'list', '--endpoint', endpointId, ...options));

test('the newest 100 deliveries are listed, with --limit fewer or more, and with --before the next ones', async t => {
  const { endpointId, ids } = await missed(257);
  const list = (...options: string[]) => listed(endpointId, ...options);
  t.deepEqual(await list(), ids.slice(0, 100));
  t.deepEqual(await list('--limit', '10000'), ids);
  t.deepEqual(await list('--before', ids[1], '--limit', '2'), ids.slice(2, 4));
  t.deepEqual(await list('--before', ids[255]), [ids[256]]);
  t.deepEqual(await list('--before', ids[99], '--status', 'failed'), []);
  const foreign = await missed(1);
  const refused = corkboard.refused('delivery', 'list', '--endpoint', endpointId, '--before', foreign.ids[0]);
  t.regex(await refused, /^No delivery with this id\./);
});

test('a long name is cut in a list for people, so that rows stay short', async t => {
  const { endpointId, ids } = await missed(2);
  const data = { clientName: 'Long '.repeat(100).trim() };
  await sql('update corkboard.webhook_deliveries set data = $2 where id = $1', ids[0], data);
  const lines = (await corkboard.read('delivery', 'list', '--endpoint', endpointId)).split('\n');
  t.regex(lines[1]!, / (?:Long ){11}Long… /);
  t.true(lines.every(line => line.length < 240));
});

test('replay-missed replays all since a time, prints the first 100 of them, and how many there were', async t => {
  // More than a batch.
  const { endpointId } = await missed(251);
  const replay = (since: string) =>
    corkboard.read('delivery', 'replay-missed', '--endpoint', endpointId, '--since', since);
  t.is(await replay('2126-11-20T10:00:00+01:00'), 'No deliveries.\n\nreplayed: 0\n');
  const text = await replay('2026-01-01T00:00:00Z');
  t.is(text.split('\n').filter(line => /client\.created/.test(line)).length, 100);
  t.regex(text, /\n\nreplayed: 251\n$/);
  t.true((await h.deliveries(endpointId)).every(({ status }) => status === 'pending'));
});

test('if a delivery is not found, the command says after how long deliveries are deleted', async t => {
  t.is(
    await corkboard.refused('delivery', 'show', randomUUID()),
    'No delivery with this id. Deliveries are deleted 30 days after they succeeded, failed or were missed.',
  );
});
