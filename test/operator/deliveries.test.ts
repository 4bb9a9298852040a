import { randomUUID } from 'node:crypto';
import test from 'ava';
import { misuse, operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = subscriptions(w);
const corkboard = operator(w);

const { sql } = w;

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
    studio.id,
    endpointId,
    count,
  );
  const newest = (one: any, other: any) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1);
  return { endpointId, ids: made.sort(newest).map(({ id }) => id) };
}

const idsOf = ({ deliveries }: any) => deliveries.map(({ id }: any) => id);

test('the newest 100 deliveries are listed, with --limit fewer or more, and with --before the next ones', async t => {
  const { endpointId, ids } = await missed(257);
  const list = async (...options: string[]) =>
    idsOf(await corkboard('delivery', 'list', '--endpoint', endpointId, ...options));
  t.deepEqual(await list(), ids.slice(0, 100));
  t.deepEqual(await list('--limit', '3'), ids.slice(0, 3));
  t.deepEqual(await list('--limit', '10000'), ids);
  t.deepEqual(await list('--before', ids[99]), ids.slice(100, 200));
  t.deepEqual(await list('--before', ids[1], '--limit', '2'), ids.slice(2, 4));
  t.deepEqual(await list('--before', ids[255]), [ids[256]]);
  t.deepEqual(await list('--before', ids[256]), []);
  t.deepEqual(await list('--before', ids[99], '--status', 'failed'), []);
});

test('a long name is cut in a list for people, so that rows stay short', async t => {
  const { endpointId, ids } = await missed(2);
  await sql('update corkboard.webhook_deliveries set data = $2 where id = $1', ids[0], {
    clientName: 'Long '.repeat(100).trim(),
  });
  const lines = (await corkboard.read('delivery', 'list', '--endpoint', endpointId)).split('\n');
  t.regex(lines[1]!, / (?:Long ){11}Long… /);
  t.true(lines.every(line => line.length < 240));
  const { deliveries } = await corkboard('delivery', 'list', '--endpoint', endpointId);
  t.is(deliveries[0].record.length, 499);
});

test('--limit is from 1 to 10,000, and --before a delivery of the endpoint', async t => {
  const { endpointId } = await missed(1);
  const foreign = await missed(1);
  const list = ['delivery', 'list', '--endpoint', endpointId];
  for (const limit of ['0', '-1', '10001', '1.5', 'all']) {
    t.regex(await misuse(...list, '--limit', limit), /--limit/, limit);
  }
  for (const id of [foreign.ids[0], randomUUID(), 'x']) {
    t.regex(await corkboard.refused(...list, '--before', id), /^No delivery with this id\./, id);
  }
});

test('replay-missed shows the first 100 deliveries that it replayed, and says how many there were', async t => {
  const { endpointId } = await missed(520);
  const answer = await corkboard('delivery', 'replay-missed', '--endpoint', endpointId);
  t.deepEqual(Object.keys(answer), ['deliveries', 'replayed']);
  t.is(new Set(idsOf(answer)).size, 100);
  t.is(answer.replayed, 520);
  const pending = await sql(
    `select 1 from corkboard.webhook_deliveries where endpoint_id = $1 and status = 'pending'`,
    endpointId,
  );
  t.is(pending.length, 520);
  t.deepEqual(await corkboard('delivery', 'replay-missed', '--endpoint', endpointId), {
    deliveries: [],
    replayed: 0,
  });
});

test('for a person replay-missed prints how many there were below the list', async t => {
  const { endpointId } = await missed(101);
  const text = await corkboard.read('delivery', 'replay-missed', '--endpoint', endpointId);
  t.is(text.split('\n').filter(line => /client\.created/.test(line)).length, 100);
  t.regex(text, /\n\nreplayed: 101\n$/);
  const nothing = await corkboard.read('delivery', 'replay-missed', '--endpoint', endpointId);
  t.is(nothing, 'No deliveries.\n\nreplayed: 0\n');
});

test('replay-missed --since replays only deliveries that were settled since that time', async t => {
  const { endpointId, ids } = await missed(3);
  await sql(
    `update corkboard.webhook_deliveries set settled_at = '2026-11-20T08:59:59.999Z' where id = $1`,
    ids[0],
  );
  await sql(
    `update corkboard.webhook_deliveries set status = 'failed', settled_at = '2026-11-20T09:00:00Z' where id = $1`,
    ids[1],
  );
  const replay = (since: string) =>
    corkboard('delivery', 'replay-missed', '--endpoint', endpointId, '--since', since);
  t.is((await replay('2126-01-01T00:00:00Z')).replayed, 0);
  t.deepEqual(idsOf(await replay('2026-11-20T10:00:00+01:00')).toSorted(), [ids[1], ids[2]].toSorted());
  t.deepEqual(idsOf(await replay('2026-11-20T08:59:59.999Z')), [ids[0]]);
  for (const since of [
    'yesterday',
    '2026-11-20',
    '2026-11-20T09:00:00',
    '0000-01-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
  ])
    t.regex(
      await misuse('delivery', 'replay-missed', '--endpoint', endpointId, '--since', since),
      /--since/,
      since,
    );
});

/** Makes deliveries of an endpoint pending, with their next attempt in two hours. */
const waiting = (endpointId: string) =>
  sql(
    `update corkboard.webhook_deliveries
        set status = 'pending', attempts_made = 3, due_at = now() + interval '2 hours', settled_at = null
      where endpoint_id = $1`,
    endpointId,
  );

test('retry makes the next attempt of a pending delivery due now', async t => {
  const { endpointId, ids } = await missed(2);
  t.regex(await corkboard.refused('delivery', 'retry', ids[0]), /it was missed\. Replay it/);
  await waiting(endpointId);
  const { delivery, ...more } = await corkboard('delivery', 'retry', ids[0]);
  t.deepEqual(more, {});
  t.like(delivery, { id: ids[0], status: 'pending', attemptsMade: 3, settledAt: null });
  t.true(Date.parse(delivery.dueAt) <= Date.now());
  const late = await sql(
    'select id from corkboard.webhook_deliveries where due_at > now() and endpoint_id = $1',
    endpointId,
  );
  t.deepEqual(late, [{ id: ids[1] }]);
  t.regex(await corkboard.refused('delivery', 'retry', randomUUID()), /^No delivery with this id\./);
});

test('retry --endpoint makes all later attempts due, and says how many', async t => {
  const { endpointId } = await missed(520);
  const other = await missed(1);
  await waiting(endpointId);
  await waiting(other.endpointId);
  const retry = () => corkboard('delivery', 'retry', '--endpoint', endpointId);
  t.deepEqual(await retry(), { retried: 520 });
  t.deepEqual(await retry(), { retried: 0 });
  const late = await sql(
    'select endpoint_id from corkboard.webhook_deliveries where due_at > now() and endpoint_id in ($1, $2)',
    endpointId,
    other.endpointId,
  );
  t.deepEqual(late, [{ endpoint_id: other.endpointId }]);
  t.regex(await corkboard.read('delivery', 'retry', '--endpoint', other.endpointId), /^retried +1\n$/);
  t.regex(
    await corkboard.refused('delivery', 'retry', '--endpoint', randomUUID()),
    /^No endpoint with this id\./,
  );
});

test('retry takes a delivery or --endpoint, not both', async t => {
  const { endpointId, ids } = await missed(1);
  const says = /name one delivery by its id, or an endpoint with --endpoint/;
  t.regex(await misuse('delivery', 'retry'), says);
  t.regex(await misuse('delivery', 'retry', ids[0], '--endpoint', endpointId), says);
  t.regex(await corkboard.read('delivery', '--help'), /delivery retry \[id\] \[--endpoint <id>\]/);
});

test('if a delivery is not found, the command says after how long deliveries are deleted', async t => {
  t.is(
    await corkboard.refused('delivery', 'show', randomUUID()),
    'No delivery with this id. Deliveries are deleted 30 days after they succeeded, failed or were missed.',
  );
});
