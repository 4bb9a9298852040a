import test from 'ava';
import { idRange } from '../../src/console/records/deliveries.ts';
import { type Browser, rowsOf } from '../support/browser.ts';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { typical } from '../support/deliveries.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// The list of an endpoint's deliveries: the record and outcome of each, and the search.

const w = world(test);
const h = subscriptions(w);
const p = people(test, w);
const corkboard = operator(w);
const { sql } = w;

async function endpoint() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  return {
    studio,
    endpointId,
    at: `/settings/webhooks/${endpointId}`,
    browser: await p.member(studio.id),
  };
}

/** Adds a delivery of an event with this data and creation time. Returns its id. */
async function deliver(
  { studio, endpointId }: Awaited<ReturnType<typeof endpoint>>,
  event: keyof typeof typical,
  data: object = {},
  createdAt = new Date().toISOString(),
): Promise<string> {
  const [{ id }] = await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    studio.id,
    endpointId,
    event,
    { ...typical[event], ...data },
    createdAt,
  );
  return id;
}

/** The cells of each delivery in a list, as text, and the ids of the deliveries. */
const listed = (text: string) => ({
  ids: [...text.matchAll(/<tr><th scope="row">[\s\S]*?deliveries\/([0-9a-f-]{36})/g)].map(([, id]) => id!),
  cells: rowsOf(text),
});
const search = async (browser: Browser, at: string, text: string) =>
  (await browser.get(`${at}?search=${encodeURIComponent(text)}`)).text;

test('a listed delivery shows its time to the second, its record as a link, and its latest outcome', async t => {
  const on = await endpoint();
  const invoice = await deliver(on, 'invoice.sent', {}, '2020-01-31T09:05:07Z');
  const scope = await deliver(on, 'scope.approved', {}, '2020-01-31T09:05:06Z');
  await deliver(on, 'client.created', {}, '2020-01-31T09:05:05Z');
  const attempt = (id: string, status: number | null, reason: string | null, at: string) =>
    sql(
      `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, status_code, reason, duration_ms, attempted_at)
       values ($1, $2, 1, $3, $4, $5, 5, $6)`,
      on.studio.id,
      id,
      status === null ? 'tls' : 'http_status',
      status,
      reason,
      at,
    );
  await attempt(invoice, 500, null, '2020-01-31T09:05:08Z');
  await attempt(invoice, null, 'certificate has expired', '2020-01-31T09:06:08Z');
  await attempt(scope, 500, null, '2020-01-31T09:06:08Z');
  const { text } = await on.browser.get(on.at);
  t.deepEqual(
    listed(text).cells.map(cells => cells.slice(0, 5)),
    [
      ['Jan 31, 2020, 9:05:07 AM', 'invoice.sent', 'INV-0007', 'Pending', 'certificate has expired'],
      ['Jan 31, 2020, 9:05:06 AM', 'scope.approved', 'Website and online shop', 'Pending', '500'],
      ['Jan 31, 2020, 9:05:05 AM', 'client.created', 'Harbour Bakery', 'Pending', ''],
    ],
  );
  const { invoiceId, projectId } = typical['invoice.sent'];
  const { clientId } = typical['client.created'];
  for (const [path, name] of [
    [`/invoices/${invoiceId}`, 'INV-0007'],
    [`/projects/${projectId}?tab=scope`, 'Website and online shop'],
    [`/clients/${clientId}`, 'Harbour Bakery'],
  ])
    t.true(text.includes(`<a href="${path}">${name}</a>`), name);
  t.true(
    (await on.browser.get(`${on.at}/deliveries/${invoice}`)).text.includes(
      `/invoices/${invoiceId}">INV-0007</a>`,
    ),
  );
});

test.serial(
  'deliveries are found by number and by any part of a name, in any case and alphabet, together with filters',
  async t => {
    const on = await endpoint();
    const [first, second, third] = [
      await deliver(on, 'invoice.sent', { invoiceNumber: 'INV-0041', clientName: 'ΟΔΥΣΣΕΥΣ' }),
      await deliver(on, 'invoice.paid', { invoiceNumber: 'INV-0041', projectName: '100 %_sure' }),
      await deliver(on, 'client.created', { clientName: 'Café Zoë' }),
    ];
    const found = async (text: string, more = '') => listed(await search(on.browser, on.at, text + more)).ids;
    t.deepEqual(await found('inv-0041'), [second, first]);
    t.deepEqual(await found(' 0041 '), [second, first]);
    t.deepEqual(await found('οδυσσευς'), [first]);
    t.deepEqual(await found('ZOË'), [third]);
    t.deepEqual(await found('%_'), [second]);
    t.deepEqual(await found('INV-0042'), []);
    const { text } = await on.browser.get(`${on.at}?search=0041&event=invoice.paid`);
    t.deepEqual(listed(text).ids, [second]);
    t.true(text.includes('name="search" value="0041"'));
    t.is(await p.counted(() => on.browser.get(`${on.at}?search=0041`)), 1);
  },
);

test('a delivery is found by its id or the beginning of its id, only at its own endpoint', async t => {
  const [on, other] = [await endpoint(), await endpoint()];
  const id = await deliver(on, 'client.created');
  await deliver(on, 'client.created');
  for (const text of [id, id.toUpperCase(), id.slice(0, 30), id.replaceAll('-', '')])
    t.deepEqual(listed(await search(on.browser, on.at, text)).ids, [id], text);
  t.true(listed(await search(on.browser, on.at, id.slice(0, 8))).ids.includes(id));
  t.deepEqual(listed(await search(other.browser, other.at, id)).ids, []);
});

test('an eight-digit number is also searched for in names', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'invoice.sent', { invoiceNumber: '20261123-7' });
  t.deepEqual(listed(await search(on.browser, on.at, '20261123')).ids, [id]);
});

test('beginnings of ids are recognized among other texts', t => {
  t.deepEqual(idRange('0198f2a4-7C1'), [`0198f2a47C1${'0'.repeat(21)}`, `0198f2a47C1${'f'.repeat(21)}`]);
  for (const text of ['', '0198f2a', 'INV-0007', 'facade', `${'0'.repeat(33)}`, '0198f2a4z'])
    t.is(idRange(text), null);
});

test('a search covers the newest 10,000 deliveries, says so, and continues from there', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'client.created', { clientName: 'Ada' }, '2020-01-31T09:05:07Z');
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
     select $1, $2, 'client.created', '{"clientName":"Bea"}', 'succeeded', null, now() from generate_series(1, 10000)`,
    on.studio.id,
    on.endpointId,
  );
  const text = await search(on.browser, on.at, 'ada');
  t.deepEqual(listed(text).ids, []);
  t.regex(text, /No matches among the 10,000 deliveries since <time/);
  const older = await on.browser.follow({ text }, 'Search older deliveries');
  t.deepEqual(listed(older.text).ids, [id]);
  t.notRegex(older.text, /Search older/);
});

test('each status has its order: the next attempt first, the last settled one first', async t => {
  const on = await endpoint();
  const [first, second, third] = [
    await deliver(on, 'client.created'),
    await deliver(on, 'client.created'),
    await deliver(on, 'client.created'),
  ];
  for (const [id, at] of [
    [first, '2 hours'],
    [second, '1 hour'],
    [third, '3 hours'],
  ])
    await sql('update corkboard.webhook_deliveries set due_at = now() + $2::interval where id = $1', id, at);
  const ids = async (query: string) => listed((await on.browser.get(on.at + query)).text).ids;
  t.deepEqual(await ids('?status=pending'), [second, first, third]);
  t.deepEqual(await ids(`?status=pending&after=${second}`), [first, third]);
  for (const [id, at] of [
    [first, '2 hours'],
    [second, '3 hours'],
    [third, '1 hour'],
  ])
    await sql(
      `update corkboard.webhook_deliveries set status = 'failed', due_at = null, settled_at = now() - $2::interval where id = $1`,
      id,
      at,
    );
  t.deepEqual(await ids('?status=failed'), [third, first, second]);
  t.deepEqual(await ids(`?status=failed&after=${third}`), [first, second]);
  t.deepEqual(await ids(''), [third, second, first]);
  t.deepEqual(await ids(`?after=${second}`), [first]);
});

for (const [status, key] of [
  ['', 'created'],
  ['failed', 'settled'],
  ['pending', 'next'],
] as const)
  test(`30 deliveries (${status || 'all'}) are read in either order, from page to page, also those of one moment`, async t => {
    const on = await endpoint();
    const rows = await sql(
      `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, created_at, due_at, settled_at)
       select $1, $2, 'client.created', '{"clientName":"Bea"}', $3, at, case when $3 = 'pending' then at end,
              case when $3 <> 'pending' then at end
         from (select timestamptz '2020-01-01 00:00Z' + n / 10 * interval '1 s' as at from generate_series(0, 29) n) t
       returning id`,
      on.studio.id,
      on.endpointId,
      status || 'pending',
    );
    const ascending = rows.map(({ id }) => id as string);
    const read = async (order: string) => {
      const first = await on.browser.get(`${on.at}?status=${status}&sort=${order}`);
      const second = await on.browser.follow(first, 'Next page');
      t.notRegex(second.text, /rel="next"/);
      return [...listed(first.text).ids, ...listed(second.text).ids];
    };
    t.deepEqual(await read(key), ascending);
    t.deepEqual(await read(`-${key}`), ascending.toReversed());
    const { text } = await on.browser.get(`${on.at}?status=${status}`);
    const [, heading] = /<th scope="col" aria-sort="(\w+)">/.exec(text)!;
    t.is(heading, key === 'next' ? 'ascending' : 'descending');
  });

test('a search of the oldest deliveries first goes on to later ones', async t => {
  const on = await endpoint();
  await sql(
    `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at, created_at)
     select $1, $2, 'client.created', '{"clientName":"Bea"}', 'succeeded', null, now(), '2020-01-31T09:05:07Z' from generate_series(1, 10000)`,
    on.studio.id,
    on.endpointId,
  );
  const id = await deliver(on, 'client.created', { clientName: 'Ada' });
  const { text } = await on.browser.get(`${on.at}?search=ada&sort=created`);
  t.regex(text, /No matches among the 10,000 deliveries until <time/);
  const later = await on.browser.follow({ text }, 'Search later deliveries');
  t.deepEqual(listed(later.text).ids, [id]);
});

test('a page goes on from a delivery that has another status by now', async t => {
  const on = await endpoint();
  const [replayed, other] = [await deliver(on, 'client.created'), await deliver(on, 'client.created')];
  await sql(
    `update corkboard.webhook_deliveries set status = 'failed', due_at = null, settled_at = now() where id = $1`,
    other,
  );
  const { text } = await on.browser.get(`${on.at}?status=failed&after=${replayed}`);
  t.deepEqual(listed(text).ids, [other]);
});

test('deliveries are counted up to 100 in the list of endpoints, and up to 500 on an endpoint’s page', async t => {
  const on = await endpoint();
  const add = (count: number) =>
    sql(
      `insert into corkboard.webhook_deliveries (workspace_id, endpoint_id, event, data, status, due_at, settled_at)
       select $1, $2, 'client.created', '{"clientName":"Bea"}', 'missed', null, now() from generate_series(1, $3::int)`,
      on.studio.id,
      on.endpointId,
      count,
    );
  const missedInList = async () => {
    const { text } = await on.browser.get('/settings/webhooks');
    const [, row] = /<tr><th scope="row">([\s\S]*?)<\/tr>/.exec(text)!;
    return row!
      .trim()
      .replace(/<\/td>$/, '')
      .split('>')
      .at(-1);
  };
  await add(100);
  t.is(await missedInList(), '100');
  await add(1);
  t.is(await missedInList(), '100+');
  t.regex((await on.browser.get(on.at)).text, /101 deliveries failed or missed/);
  await add(400);
  const { text } = await on.browser.get(on.at);
  t.regex(text, /500\+ deliveries failed or missed, the oldest on/);
  t.regex(text, /0 failed in 24 hours, 500\+ missed/);
});

test('a throttled delivery is shown as such in the list, on its page and by the command', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'invoice.sent');
  await sql(
    `insert into corkboard.webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at)
     values ($1, $2, $3, 1, '2026-11-23T09:05:07Z')`,
    on.studio.id,
    id,
    on.endpointId,
  );
  await sql(
    'update corkboard.webhook_throttles set has_waiting = true, rate = 2 where id = $1',
    on.endpointId,
  );
  const list = await on.browser.get(on.at);
  t.deepEqual(listed(list.text).cells[0]!.slice(3, 7), ['Waiting for the endpoint’s pace', '', '0', '']);
  t.regex(list.text, /1 pending \(1 waiting for the endpoint’s pace\)/);
  const page = await on.browser.get(`${on.at}/deliveries/${id}`);
  t.regex(page.text, /<span class="pill">Waiting for the endpoint’s pace<\/span>/);
  t.regex(page.text, /As soon as the endpoint can take it\. It was due/);
  t.regex(page.text, /<span class="pill warn">Slowed<\/span>: it takes 2 a second/);
  const { delivery } = await corkboard('delivery', 'show', id);
  t.like(delivery, { status: 'pending', record: 'INV-0007', lastAttempt: null });
  t.true(Math.abs(Date.parse(delivery.waitingSince) - Date.now()) < 60_000);
  const { deliveries } = await corkboard('delivery', 'list', '--endpoint', on.endpointId);
  t.is(deliveries[0].waitingSince, delivery.waitingSince);
  t.regex(
    await corkboard.read('delivery', 'list', '--endpoint', on.endpointId),
    /invoice\.sent +INV-0007 +waiting for the endpoint’s pace/,
  );
  // The row is outdated once its delivery has another job or is settled.
  await sql('update corkboard.webhook_deliveries set job_number = 2 where id = $1', id);
  t.is((await corkboard('delivery', 'show', id)).delivery.waitingSince, null);
});

test('an endpoint’s page says which events it does not subscribe to', async t => {
  const on = await endpoint();
  const { text } = await on.browser.get(on.at);
  t.regex(
    text,
    /<dt>Events<\/dt><dd>client\.created<\/dd><dt>Not subscribed to<\/dt><dd>intake\.submitted, /,
  );
  t.notRegex(text, /Not subscribed to<\/dt><dd>[^<]*client\.created/);
});

test('an endpoint whose latest attempts failed is not shown as working, even if no delivery has failed for the last time', async t => {
  const on = await endpoint();
  await sql('update corkboard.webhook_throttles set first_failed_at = now() where id = $1', on.endpointId);
  const { text } = await on.browser.get(on.at);
  t.regex(
    text,
    /<span class="pill warn">Retrying<\/span> since <time [^>]+>today [^<]+<\/time>: the latest attempts failed/,
  );
});

test('a missed delivery says why, with and without attempts', async t => {
  const on = await endpoint();
  const id = await deliver(on, 'client.created');
  await sql('select corkboard.disable_endpoint($1, $2)', on.studio.id, on.endpointId);
  const { text } = await on.browser.get(`${on.at}/deliveries/${id}`);
  t.regex(
    text,
    /Missed<\/span>[\s\S]*It was not sent, because the endpoint was off or the plan had no webhooks/,
  );
  t.regex(text, /<p class="empty">No attempts were made\./);
});
