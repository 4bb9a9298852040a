import test from 'ava';
import { Browser, rowsOf, textOf } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

/**
 * A workspace in New York with a project, and a function that stores an invoice that was sent and paid at certain
 * times.
 */
async function begun() {
  const studio = await w.workspace({ plan: 'studio', label: 'Claude' });
  await sql(`select corkboard.change_workspace($1, '{"time_zone": "America/New_York"}')`, studio.id);
  const project = await studio.project({ name: 'Website' });
  const invoice = async (cents: number, currency: string, sent: string, paid: string | null = null) => {
    const { id } = await studio.invoice(project.id, { amountCents: cents, currency });
    await sql('select corkboard.send_invoice($1, $2)', studio.id, id);
    if (paid) await sql('select corkboard.pay_invoice($1, $2)', studio.id, id);
    await sql(
      `update corkboard.invoices set sent_at = (${sent})::timestamptz, paid_at = (${paid ?? 'null'})::timestamptz
        where workspace_id = $1 and id = $2`,
      studio.id,
      id,
    );
    return id;
  };
  return { studio, project, invoice, owner: await p.owner(studio.id) };
}

/** The rows of a chart's table. */
const chartRows = (page: string, label: string): string[][] =>
  rowsOf(new RegExp(`aria-label="${label}" tabindex="0"><table>([\\s\\S]*?)</table>`).exec(page)![1]!);

// The first moment of this month in New York.
const monthStart = `date_trunc('month', now() at time zone 'America/New_York') at time zone 'America/New_York'`;

test('the chart shows what was invoiced and paid each month, in the workspace’s time zone, one currency at a time', async t => {
  const { invoice, owner } = await begun();
  await invoice(10_000, 'USD', monthStart, monthStart);
  await invoice(2_500, 'USD', `${monthStart} - interval '1 second'`);
  await invoice(70_000, 'EUR', monthStart);
  await invoice(99_900, 'USD', `${monthStart} - interval '13 months'`);
  const rows = chartRows((await owner.get('/')).text, 'Invoiced and paid by month, in USD');
  t.is(rows.length, 12);
  t.deepEqual(rows.at(-1)!.slice(1), ['$100.00', '$100.00']);
  t.deepEqual(rows.at(-2)!.slice(1), ['$25.00', '$0.00']);
  t.deepEqual(
    rows.slice(0, 10).map(([, ...cells]) => cells.join()),
    Array(10).fill('$0.00,$0.00'),
  );
  const euros = await owner.get('/?currency=EUR');
  t.deepEqual(chartRows(euros.text, 'Invoiced and paid by month, in EUR').at(-1)!.slice(1), [
    '€700.00',
    '€0.00',
  ]);
  t.regex(euros.text, /<a href="\/\?currency=EUR" aria-current="page">EUR/);
  t.regex((await owner.get('/?currency=XXX')).text, /in USD/);
});

test('the chart shows the billable and other hours of 12 weeks', async t => {
  const { studio, project, owner } = await begun();
  const log = (minutes: number, billable: boolean, days: number) =>
    sql(
      `insert into corkboard.time_entries (workspace_id, project_id, minutes, billable, date, created_via)
       values ($1, $2, $3, $4, (now() at time zone 'America/New_York')::date - $5::integer, 'app')`,
      studio.id,
      project.id,
      minutes,
      billable,
      days,
    );
  await log(90, true, 0);
  await log(30, false, 0);
  await log(60, true, 7);
  await log(600, true, 7 * 13);
  const rows = chartRows((await owner.get('/')).text, 'Hours by week');
  t.is(rows.length, 12);
  t.deepEqual(rows.at(-1)!.slice(1), ['1 h 30 min', '30 min']);
  t.deepEqual(rows.at(-2)!.slice(1), ['1 h', '0 min']);
  t.is(rows.filter(([, billable]) => billable !== '0 min').length, 2);
});

test('a workspace without invoices and time has no charts', async t => {
  const owner = await p.owner((await w.workspace()).id);
  t.notRegex((await owner.get('/')).text, /class="chart"/);
});

test('recent activity shows who changed which record, and how', async t => {
  const { studio, project, owner, invoice } = await begun();
  const id = await invoice(10_000, 'USD', 'now()');
  await studio.scope(project.id);
  await owner.post(`/projects/${project.id}/set`, { name: 'Shop' });
  const { text } = await owner.get('/');
  const items = [...text.matchAll(/<li><div>([\s\S]*?)<\/div>/g)].map(([, item]) => textOf(item!));
  t.is(items[0], `${owner.person.email} changed ShopName: Website Shop`);
  t.is(items[1], 'Claude drafted the scope of Shop');
  t.true(items.some(item => item.endsWith('sent INV-0001')));
  t.regex(text, new RegExp(`<a href="/invoices/${id}">INV-0001</a>`));
  t.is(items.length, 6);
  const stranger = await p.owner((await w.workspace()).id);
  t.notRegex((await stranger.get('/')).text, /INV-0001|Shop/);
});

// The figures of the home page.

interface Stat {
  href: string;
  value: string;
  sub: string;
  isBad: boolean;
}

/** The figures of a workspace's home page, by label. */
async function figures(workspaceId: string): Promise<Record<string, Stat>> {
  const { text } = await new Browser(w.baseUrl, await signIn(w, workspaceId)).get('/');
  const cards = text.matchAll(
    /<a class="card stat" href="([^"]*)">\s*<span class="label">(.*?)<\/span>\s*<span class="value( bad)?">(.*?)<\/span>\s*<span class="sub">(.*?)<\/span>/g,
  );
  return Object.fromEntries(
    [...cards].map(([, href, label, bad, value, sub]) => [
      label,
      { href: href!, value: value!, sub: sub!, isBad: bad !== undefined },
    ]),
  );
}

const send = (workspaceId: string, id: string) =>
  sql('select corkboard.send_invoice($1, $2)', workspaceId, id);
const pay = (workspaceId: string, id: string) => sql('select corkboard.pay_invoice($1, $2)', workspaceId, id);

test('figures are per currency: the workspace’s currency is large, others are below, and currencies are never added up', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const invoice = async (currency: string, amountCents: number, dueDate: string) => {
    const { id: invoiceId } = await studio.invoice(id, { currency, amountCents, dueDate });
    await send(studio.id, invoiceId);
    return invoiceId;
  };
  await invoice('USD', 10_000, '2999-01-01');
  await invoice('USD', 5_000, '2020-01-01');
  await invoice('EUR', 2_000, '2999-01-01');
  await pay(studio.id, await invoice('USD', 7_000, '2999-01-01'));
  await studio.invoice(id, { currency: 'JPY', amountCents: 300 });
  await studio.invoice(id, { amountCents: 4_000 });
  await studio.invoice(id, { currency: 'EUR', amountCents: 9_900 });
  const stats = await figures(studio.id);
  t.deepEqual(stats.Outstanding, {
    href: '/invoices?status=SENT&amp;kind=invoice',
    value: '$150.00',
    sub: '3 invoices · + €20.00',
    isBad: false,
  });
  t.like(stats.Overdue, { href: '/invoices?overdue=true', value: '$50.00', isBad: true });
  t.regex(stats.Overdue!.sub, /^1 invoice · [\d,]+ days late$/);
  t.deepEqual(stats['Drafts to review'], {
    href: '/invoices?status=DRAFT',
    value: '3',
    sub: '$40.00 · €99.00 · ¥300',
    isBad: false,
  });
  t.deepEqual(stats['Paid this month'], {
    href: '/invoices?status=PAID',
    value: '$70.00',
    sub: '1 invoice',
    isBad: false,
  });
});

test('the month is that of the workspace’s time zone', async t => {
  const studio = await w.workspace();
  await sql(`update corkboard.workspaces set time_zone = 'Pacific/Kiritimati' where id = $1`, studio.id);
  const { id } = await studio.project();
  const [{ start }] = await sql(
    `select corkboard.day_start($1, date_trunc('month', corkboard.workspace_today($1)::timestamp)::date) as start`,
    studio.id,
  );
  const paidAt = async (seconds: number, amountCents: number) => {
    const invoice = await studio.invoice(id, { amountCents });
    await send(studio.id, invoice.id);
    await pay(studio.id, invoice.id);
    await sql(
      `update corkboard.invoices set paid_at = $2::timestamptz + make_interval(secs => $3) where id = $1`,
      invoice.id,
      start,
      seconds,
    );
  };
  await paidAt(-1, 1_000);
  await paidAt(0, 2_000);
  const log = (days: number, minutes: number, billable: boolean) =>
    sql(
      `insert into corkboard.time_entries (workspace_id, project_id, date, minutes, billable, created_via)
       select $1, $2, date_trunc('month', corkboard.workspace_today($1)::timestamp)::date + $3::int, $4, $5, 'app'`,
      studio.id,
      id,
      days,
      minutes,
      billable,
    );
  await log(-1, 10, true);
  await log(0, 90, true);
  await log(0, 30, false);
  const stats = await figures(studio.id);
  t.like(stats['Paid this month'], { value: '$20.00', sub: '1 invoice' });
  t.like(stats['Billable this month'], { value: '1 h 30 min', sub: 'of 2 h logged' });
});

test('nothing is red unless an invoice is overdue', async t => {
  const studio = await w.workspace();
  const invoice = await studio.invoice((await studio.project()).id, { dueDate: '2999-01-01' });
  await send(studio.id, invoice.id);
  t.like((await figures(studio.id)).Overdue, { value: '$0.00', sub: '0 invoices', isBad: false });
});

test('an empty workspace shows no figures', async t => {
  const studio = await w.workspace();
  t.deepEqual(await figures(studio.id), {});
});

// What waits for a person.

/** An item of the home page's list: its link, and the rest of the row. */
interface Item {
  href: string;
  name: string;
  sub: string;
  total: string;
}

/** The home page of a workspace, its items in order, and a function that finds items by their link. */
async function waiting(workspaceId: string) {
  const { text } = await new Browser(w.baseUrl, await signIn(w, workspaceId)).get('/');
  const items: Item[] = [
    ...text.matchAll(
      /<li class="todo">[\s\S]*?<a href="([^"]*)">([\s\S]*?)<\/a>\s*<span class="sub">([\s\S]*?)<\/span><\/div>\s*<span class="number">(.*?)<\/span>/g,
    ),
  ].map(([, href, name, sub, total]) => ({ href: href!, name: name!, sub: sub!, total: total! }));
  return { text, items, to: (path: string) => items.filter(({ href }) => href.includes(path)) };
}

test('home lists drafts by programs, questions by clients and overdue invoices, each with a link', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada & <Co>' });
  const project = (name: string) => studio.project({ clientId: client.id, name });
  const [asked, scoped, crowded, unclear] = await Promise.all(
    ['Asked', 'Scoped', 'Crowded', 'Unclear'].map(project),
  );
  await studio.scope(scoped.id);
  const draft = await studio.invoice(scoped.id, { currency: 'JPY', amountCents: 1234 });
  const late = await studio.invoice(scoped.id, { dueDate: '2020-01-31' });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, late.id);
  for (let i = 0; i < 3; i++) await studio.post(`/projects/${crowded.id}/revisions`, { description: 'More' });
  await studio.post(`/projects/${unclear.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'Which blue?' where project_id = $1`,
    unclear.id,
  );
  const [{ id: endpoint }] = await sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret, disabled_at)
     values ($1, 'https://hooks.example.com/very-secret', '{client.created}', 'whsec_x', now()) returning id`,
    studio.id,
  );
  const { text, items, to } = await waiting(studio.id);
  t.like(to(late.id), [{ href: `/invoices/${late.id}`, total: '$100.00' }]);
  t.regex(to(late.id)[0]!.name, new RegExp(`^${late.number} is [\\d,]+ days overdue$`));
  t.is(to(late.id)[0]!.sub, 'Ada &amp; &lt;Co&gt; · Scoped');
  t.like(to(draft.id), [
    { href: `/invoices/${draft.id}`, name: `${draft.number} drafted by Test key`, total: '¥1,234' },
  ]);
  t.regex(to(draft.id)[0]!.sub, /^Ada &amp; &lt;Co&gt; · Scoped · assistant, via API · <time [^>]*>Today /);
  t.like(to('tab=scope'), [
    { href: `/projects/${scoped.id}?tab=scope`, name: 'Scope drafted by Test key awaits approval' },
  ]);
  t.deepEqual(
    to('tab=intake')
      .map(({ href }) => href)
      .sort(),
    [asked, crowded, unclear].map(({ id }) => `/projects/${id}?tab=intake`).sort(),
  );
  t.like(to(`${unclear.id}?tab=revisions`), [{ sub: '“Which blue?” · Unclear' }]);
  t.like(to(`${crowded.id}?tab=revisions`), [{ name: 'Crowded is over budget: revision round 3 of 2' }]);
  t.like(to(endpoint), [
    { href: `/settings/webhooks/${endpoint}`, name: 'Webhook hooks.example.com is off' },
  ]);
  const order = [late.id, draft.id, 'tab=scope', unclear.id, crowded.id, 'tab=intake', endpoint];
  const places = order.map(part => items.findIndex(({ href }) => href.includes(part)));
  t.deepEqual(places.slice(0, 3), [0, 1, 2], 'the most urgent items come first');
  t.is(places.at(-1), items.length - 1);
  t.notRegex(text, /very-secret|<Co>/);
});

test('finished, trashed and superseded records, and those of other workspaces, aren’t listed', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  await other.invoice((await other.project()).id);
  const done = await studio.project();
  await studio.scope(done.id);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, done.id);
  const invoice = await studio.invoice(done.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Blue' });
  await sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = 'q' where project_id = $1`,
    done.id,
  );
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Light blue' });
  const gone = await studio.project();
  await studio.invoice(gone.id);
  await studio.scope(gone.id);
  await sql('select corkboard.trash_project($1, $2)', studio.id, gone.id);
  const { text, items } = await waiting(studio.id);
  t.deepEqual(items, []);
  t.regex(text, /all caught up/);
});

test('the newest ten drafts are listed, with a link to all', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  for (let i = 0; i < 12; i++) await studio.invoice(id);
  const { text, to } = await waiting(studio.id);
  const drafts = to('/invoices/');
  t.deepEqual([drafts.length, drafts[0]!.name], [10, 'INV-0012 drafted by Test key']);
  t.regex(text, /<a href="\/invoices\?status=DRAFT">See all drafts<\/a>/);
});

test('an estimate shows who drafted it', async t => {
  const studio = await w.workspace({ label: 'Claude' });
  await studio.invoice((await studio.project()).id, { kind: 'estimate' });
  const { items } = await waiting(studio.id);
  t.is(items.find(({ href }) => href.startsWith('/invoices/'))!.name, 'EST-0001 drafted by Claude');
});

test('a group without a list of its own says that more items appear later', async t => {
  const studio = await w.workspace();
  for (let i = 0; i < 11; i++) await studio.scope((await studio.project()).id);
  const { text, to } = await waiting(studio.id);
  t.is(to('tab=scope').length, 10);
  t.regex(text, /More items appear here/);
  t.notRegex(text, /See all/);
});

test('the owner sees a failing endpoint once a delivery has failed for the last time, or after an hour without a success', async t => {
  const studio = await w.workspace();
  const endpoint = async (host: string) => {
    const [{ id }] = await sql(
      `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
       values ($1, $2, '{client.created}', 'whsec_x') returning id`,
      studio.id,
      `https://${host}/`,
    );
    return id;
  };
  const setThrottle = (id: string, since: string) =>
    sql(`update corkboard.webhook_throttles set first_failed_at = $2 where id = $1`, id, since);
  const [never, hour, minutes] = [
    await endpoint('never.example'),
    await endpoint('hour.example'),
    await endpoint('minutes.example'),
  ];
  await endpoint('working.example');
  await sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', never);
  await setThrottle(never, '2020-01-31T09:05:07Z');
  await setThrottle(hour, '2020-02-01T09:05:07Z');
  await setThrottle(minutes, new Date(Date.now() - 50 * 60_000).toISOString());
  const { items } = await waiting(studio.id);
  const time = (datetime: string, full: string, short: string) =>
    `<time datetime="${datetime}" title="${full} UTC">${short}</time>`;
  t.deepEqual(items, [
    {
      href: `/settings/webhooks/${hour}`,
      name: 'Webhook hour.example is failing',
      sub: `Failing since ${time('2020-02-01T09:05:07.000Z', 'February 1, 2020, 9:05:07 AM', 'Feb 1, 2020, 9:05:07 AM')}: no attempt has succeeded for an hour`,
      total: '',
    },
    {
      href: `/settings/webhooks/${never}`,
      name: 'Webhook never.example is failing',
      sub: `Failing since ${time('2020-01-31T09:05:07.000Z', 'January 31, 2020, 9:05:07 AM', 'Jan 31, 2020, 9:05:07 AM')}: 1 delivery failed`,
      total: '',
    },
  ]);
});

test('overdue invoices are listed before all others, the oldest first', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const [older, oldest] = [
    await studio.invoice(id, { dueDate: '2020-02-01' }),
    await studio.invoice(id, { dueDate: '2020-01-01' }),
  ];
  for (const one of [older, oldest]) await sql('select corkboard.send_invoice($1, $2)', studio.id, one.id);
  const { items } = await waiting(studio.id);
  t.deepEqual(
    items.slice(0, 2).map(({ href }) => href),
    [`/invoices/${oldest.id}`, `/invoices/${older.id}`],
  );
});
