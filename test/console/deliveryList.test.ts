import test from 'ava';
import { idRange } from '../../src/console/queries/deliveries.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { type Browser, fieldOf, lacks, linksOf, rowsOf, shows } from '../support/browser.ts';
import { operator } from '../support/command.ts';
import { consoleWorld } from '../support/console.ts';
import { typical } from '../support/deliveries.ts';
import { subscriptions } from '../support/hooks.ts';

// The list of an endpoint's deliveries: the record and outcome of each, and the search.

const w = consoleWorld(test);
const h = subscriptions(w);
const corkboard = operator(w);
const { sql, call } = w;
const { add, change } = attempts(w);

async function endpoint() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const browser = await w.member(studio.id);
  return { studio, endpointId, at: `/settings/webhooks/${endpointId}`, browser };
}

/** Adds a delivery of an event with this data and creation time. Returns its id. */
async function deliver(
  { endpointId }: { endpointId: string },
  event: keyof typeof typical,
  data: object = {},
  createdAt = new Date().toISOString(),
): Promise<string> {
  const literal = JSON.stringify({ ...typical[event], ...data }).replaceAll("'", "''");
  const columns = { event: `'${event}'`, data: `'${literal}'`, created_at: `'${createdAt}'` };
  return (await add(endpointId, 1, columns))[0].deliveryId;
}

/** The ids of the deliveries in a list. */
const idsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/<tr><th scope="row">[\s\S]*?deliveries\/([0-9a-f-]{36})/g)].map(([, id]) => id!);
const search = (browser: Browser, at: string, text: string) =>
  browser.get(`${at}?search=${encodeURIComponent(text)}`);

test('a listed delivery shows its time to the second, its record as a link, and its latest outcome', async t => {
  const on = await endpoint();
  const invoice = await deliver(on, 'invoice.sent', {}, '2020-01-31T09:05:07Z');
  const scope = await deliver(on, 'scope.approved', {}, '2020-01-31T09:05:06Z');
  await deliver(on, 'client.created', {}, '2020-01-31T09:05:05Z');
  for (const [id, status, reason, at] of [
    [invoice, 500, null, '2020-01-31T09:05:08Z'],
    [invoice, null, 'certificate has expired', '2020-01-31T09:06:08Z'],
    [scope, 500, null, '2020-01-31T09:06:08Z'],
  ])
    await sql(
      `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, reason, duration_ms, attempted_at)
       values ($1, $2, 1, case when $3::int is null then 'tls' else 'http_status' end, $3, $4, 5, $5)`,
      ...[on.studio.id, id, status, reason, at],
    );
  const page = await on.browser.get(on.at);
  t.deepEqual(
    rowsOf(page.text).map(cells => cells.slice(0, 5)),
    [
      ['Jan 31, 2020, 9:05:07 AM', 'invoice.sent', 'INV-0007', 'Pending', 'certificate has expired'],
      ['Jan 31, 2020, 9:05:06 AM', 'scope.approved', 'Website and online shop', 'Pending', '500'],
      ['Jan 31, 2020, 9:05:05 AM', 'client.created', 'Harbour Bakery', 'Pending', ''],
    ],
  );
  const { invoiceId, projectId } = typical['invoice.sent'];
  t.like(Object.fromEntries(linksOf(page)), {
    'INV-0007': `/invoices/${invoiceId}`,
    'Website and online shop': `/projects/${projectId}?tab=scope`,
    'Harbour Bakery': `/clients/${typical['client.created'].clientId}`,
  });
  const own = await on.browser.get(`${on.at}/deliveries/${invoice}`);
  t.is(Object.fromEntries(linksOf(own))['INV-0007'], `/invoices/${invoiceId}`);
});

test('deliveries are found by number and by any part of a name, in any case and alphabet, together with filters', async t => {
  const on = await endpoint();
  const [first, second, third] = [
    await deliver(on, 'invoice.sent', { invoiceNumber: 'INV-0041', clientName: 'ΟΔΥΣΣΕΥΣ' }),
    await deliver(on, 'invoice.paid', { invoiceNumber: 'INV-0041', projectName: '100 %_sure' }),
    await deliver(on, 'client.created', { clientName: 'Café Zoë' }),
  ];
  for (const [text, ...found] of [
    ['inv-0041', second, first],
    [' 0041 ', second, first],
    ['οδυσσευς', first],
    ['ZOË', third],
    ['%_', second],
    ['INV-0042'],
  ] as [string, ...string[]][])
    t.deepEqual(idsIn(await search(on.browser, on.at, text)), found, text);
  const page = await on.browser.get(`${on.at}?search=0041&event=invoice.paid`);
  t.deepEqual(idsIn(page), [second]);
  t.is(fieldOf(page, 'Number, name or delivery ID'), '0041');
});

test('a delivery is found by its id or the beginning of its id, only at its own endpoint', async t => {
  const [on, other] = [await endpoint(), await endpoint()];
  const id = await deliver(on, 'client.created');
  await deliver(on, 'client.created');
  for (const text of [id, id.toUpperCase(), id.slice(0, 30), id.replaceAll('-', '')])
    t.deepEqual(idsIn(await search(on.browser, on.at, text)), [id], text);
  t.true(idsIn(await search(on.browser, on.at, id.slice(0, 8))).includes(id));
  t.deepEqual(idsIn(await search(other.browser, other.at, id)), []);
  // An eight-digit number is also searched for in names.
  const named = await deliver(on, 'invoice.sent', { invoiceNumber: '20261123-7' });
  t.deepEqual(idsIn(await search(on.browser, on.at, '20261123')), [named]);
});

test('beginnings of ids are recognized among other texts', t => {
  t.deepEqual(idRange('0198f2a4-7C1'), [`0198f2a47C1${'0'.repeat(21)}`, `0198f2a47C1${'f'.repeat(21)}`]);
  for (const text of ['', '0198f2a', 'INV-0007', 'facade', `${'0'.repeat(33)}`, '0198f2a4z'])
    t.is(idRange(text), null);
});

test('a search covers 10,000 deliveries, the newest or the oldest, says so, and continues from there', async t => {
  const on = await endpoint();
  const ada = await deliver(on, 'client.created', { clientName: 'Ada' }, '2020-01-30T09:05:07Z');
  await add(on.endpointId, 10_000, { ...settledAs('succeeded'), created_at: `'2020-01-31T09:05:07Z'` });
  const eve = await deliver(on, 'client.created', { clientName: 'Eve' });
  for (const [query, direction, others, id] of [
    ['search=ada', 'since', 'Search older deliveries', ada],
    ['search=eve&sort=created', 'until', 'Search later deliveries', eve],
  ] as const) {
    const page = await on.browser.get(`${on.at}?${query}`);
    t.deepEqual(idsIn(page), []);
    shows(t, page, `No matches among the 10,000 deliveries ${direction}`);
    const next = await on.browser.follow(page, others);
    t.deepEqual(idsIn(next), [id]);
    lacks(t, next, others);
  }
});

for (const [status, key] of [
  ['', 'created'],
  ['failed', 'settled'],
  ['pending', 'next'],
] as const)
  test(`30 deliveries (${status || 'all'}) are read in either order, from page to page, also those of one moment`, async t => {
    const on = await endpoint();
    const at = `timestamptz '2020-01-01 00:00Z' + n / 10 * interval '1 s'`;
    const times = status === 'failed' ? settledAs('failed', at) : { due_at: at };
    const rows = await add(on.endpointId, 30, { ...times, created_at: at });
    const ascending = rows.map(({ deliveryId }) => deliveryId as string).sort();
    const read = async (order: string) => {
      const first = await on.browser.get(`${on.at}?status=${status}&sort=${order}`);
      const second = await on.browser.follow(first, 'Next page');
      t.notRegex(second.text, /rel="next"/);
      return [...idsIn(first), ...idsIn(second)];
    };
    t.deepEqual(await read(key), ascending);
    t.deepEqual(await read(`-${key}`), ascending.toReversed());
    // The next attempt comes first, and so does what was settled last.
    const page = await on.browser.get(`${on.at}?status=${status}`);
    const isNext = key === 'next';
    t.deepEqual(idsIn(page), (isNext ? ascending : ascending.toReversed()).slice(0, 25));
    const [, heading] = /<th scope="col" aria-sort="(\w+)">/.exec(page.text)!;
    t.is(heading, isNext ? 'ascending' : 'descending');
  });

test('a page goes on from a delivery that has another status by now', async t => {
  const on = await endpoint();
  const [replayed, other] = [await deliver(on, 'client.created'), await deliver(on, 'client.created')];
  await change(other, `status = 'failed', due_at = null, settled_at = now()`);
  t.deepEqual(idsIn(await on.browser.get(`${on.at}?status=failed&after=${replayed}`)), [other]);
});

test('deliveries are counted up to 100 in the list of endpoints, and up to 500 on an endpoint’s page', async t => {
  const on = await endpoint();
  const missedInList = async () => rowsOf((await on.browser.get('/settings/webhooks')).text)[0]!.at(-1);
  const miss = (count: number) => add(on.endpointId, count, settledAs('missed'));
  await miss(100);
  t.is(await missedInList(), '100');
  await miss(1);
  t.is(await missedInList(), '100+');
  shows(t, await on.browser.get(on.at), '101 deliveries failed or missed');
  await miss(400);
  const page = await on.browser.get(on.at);
  shows(t, page, '500+ deliveries failed or missed, the oldest on', '0 failed in 24 hours, 500+ missed');
});

test('a throttled delivery is shown as such in the list, on its page and by the command', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'invoice.sent');
  await sql(
    `insert into corkboard.webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at)
     values ($1, $2, $3, 1, '2026-11-23T09:05:07Z')`,
    ...[on.studio.id, id, on.endpointId],
  );
  const slow = 'update corkboard.webhook_throttles set has_waiting = true, rate = 2 where id = $1';
  await sql(slow, on.endpointId);
  const list = await on.browser.get(on.at);
  t.deepEqual(rowsOf(list.text)[0]!.slice(3, 7), ['Waiting for the endpoint’s pace', '', '0', '']);
  shows(t, list, '1 pending (1 waiting for the endpoint’s pace)');
  const page = await on.browser.get(`${on.at}/deliveries/${id}`);
  shows(t, page, 'Waiting for the endpoint’s pace … As soon as the endpoint can take it. It was due');
  shows(t, page, 'Slowed : it takes 2 a second');
  const { delivery } = await corkboard('delivery', 'show', id);
  t.like(delivery, { status: 'pending', record: 'INV-0007', lastAttempt: null });
  const inList = ['delivery', 'list', '--endpoint', on.endpointId];
  t.is((await corkboard(...inList)).deliveries[0].waitingSince, delivery.waitingSince);
  t.regex(await corkboard.read(...inList), /invoice\.sent +INV-0007 +waiting for the endpoint’s pace/);
  // The row is outdated once its delivery has another job or is settled.
  await change(id, 'job_number = 2');
  t.is((await corkboard('delivery', 'show', id)).delivery.waitingSince, null);
});

test('a missed delivery says why, with and without attempts', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'client.created');
  await call('disable_endpoint', on.studio.id, on.endpointId);
  const page = await on.browser.get(`${on.at}/deliveries/${id}`);
  shows(t, page, 'Missed … It was not sent, because the endpoint was off or the plan had no webhooks');
  shows(t, page, 'No attempts were made.');
});
