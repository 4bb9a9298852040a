import test from 'ava';
import { lacks, linksOf, shows, unescaped, wordsOf } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

const w = consoleWorld(test);
const { sql, call } = w;

/**
 * A workspace in New York with a project, and a function that stores an invoice that was sent and paid at certain
 * times.
 */
async function begun() {
  const studio = await w.workspace({ plan: 'studio', label: 'Claude' });
  await call('change_workspace', studio.id, { time_zone: 'America/New_York' });
  const project = await studio.project({ name: 'Website' });
  const invoice = async (amountCents: number, currency: string, sent: string, paid: string | null = null) => {
    const { id } = await studio.invoice(project.id, { amountCents, currency });
    await call('send_invoice', studio.id, id);
    if (paid) await call('record_payment', studio.id, id);
    await sql(`update corkboard.invoices set sent_at = (${sent})::timestamptz where id = $1`, id);
    if (paid) await receive(id, `((${paid}) at time zone 'America/New_York')::date`);
    return id;
  };
  return { studio, project, invoice, owner: await w.owner(studio.id) };
}

/** Has an invoice's payments be one of this amount, on a day that is an SQL expression; by default of the invoice's total. */
async function receive(invoiceId: string, day: string, amountCents: number | null = null) {
  await sql('delete from corkboard.payments where invoice_id = $1', invoiceId);
  await sql(
    `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on)
     select i.workspace_id, i.id, i.client_id, coalesce($2::bigint, i.total_cents), i.currency, ${day} from corkboard.invoices i where i.id = $1`,
    ...[invoiceId, amountCents],
  );
  await sql(
    `update corkboard.invoices set part_paid_cents = $2::bigint where id = $1 and status = 'SENT'`,
    ...[invoiceId, amountCents],
  );
}

/** Logs time on a project, on a day that is an SQL expression. */
const logTime = (projectId: string, minutes: number, billable: boolean, day: string) =>
  sql(
    `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, minutes, billable, date, created_via)
     select p.workspace_id, p.id, p.workspace_id, $2, $3, ${day}, 'app' from corkboard.projects p where p.id = $1`,
    ...[projectId, minutes, billable],
  );

/** What pointing at each part of a chart shows: its name and the value of each series. */
const chartRows = ({ text }: { text: string }, label: string, series: [string, string]): string[][] => {
  const [, drawing] = new RegExp(`aria-label="${label}\\. ([\\s\\S]*?)</svg>`).exec(text)!;
  const tooltip = new RegExp(`<title>(.*?): ${series[0]} (.*?), ${series[1]} (.*?)</title>`, 'g');
  return [...drawing!.matchAll(tooltip)].map(([, ...cells]) => cells as string[]);
};
const ofMoney: [string, string] = ['Invoiced', 'Received'];

/** The first moment of this month in New York. */
const monthStart = `date_trunc('month', now() at time zone 'America/New_York') at time zone 'America/New_York'`;

test('the chart shows what was invoiced and received each month, in the workspace’s time zone, one currency at a time', async t => {
  const { studio, invoice, owner } = await begun();
  await invoice(10_000, 'USD', monthStart, monthStart);
  const credited = await invoice(3_500, 'USD', `${monthStart} - interval '1 second'`);
  await invoice(70_000, 'EUR', monthStart);
  await invoice(99_900, 'USD', `${monthStart} - interval '13 months'`);
  await call('credit_invoice', studio.id, credited, null, null, 1000, 0);
  const dollars = await owner.get('/');
  const rows = chartRows(dollars, 'Invoiced and received by month, in USD', ofMoney);
  t.deepEqual(
    rows.map(([, ...cells]) => cells.join()),
    [...Array(10).fill('$0.00,$0.00'), '$25.00,$0.00', '$100.00,$100.00'],
  );
  const euros = await owner.follow(dollars, 'EUR');
  const [, ...inEuros] = chartRows(euros, 'Invoiced and received by month, in EUR', ofMoney).at(-1)!;
  t.deepEqual(inEuros, ['€700.00', '€0.00']);
  t.regex(euros.text, /<a href="\/\?currency=EUR" aria-current="page">EUR/);
  const unknown = await owner.get('/?currency=XXX');
  t.is(chartRows(unknown, 'Invoiced and received by month, in USD', ofMoney).length, 12);
});

test('the chart shows the billable and other hours of 12 weeks', async t => {
  const { project, owner } = await begun();
  const ago = (days: number) => `(now() at time zone 'America/New_York')::date - ${days}`;
  await logTime(project.id, 90, true, ago(0));
  await logTime(project.id, 30, false, ago(0));
  await logTime(project.id, 60, true, ago(7));
  await logTime(project.id, 600, true, ago(7 * 13));
  const rows = chartRows(await owner.get('/'), 'Hours by week', ['Billable', 'Not billable']);
  t.is(rows.length, 12);
  t.deepEqual(rows.at(-1)!.slice(1), ['1 h 30 min', '30 min']);
  t.deepEqual(rows.at(-2)!.slice(1), ['1 h', '0 min']);
  t.is(rows.filter(([, billable]) => billable !== '0 min').length, 2);
});

test('recent activity shows who changed which record, and how', async t => {
  const { studio, project, owner, invoice } = await begun();
  await invoice(10_000, 'USD', 'now()');
  await studio.scope(project.id);
  await owner.post(`/projects/${project.id}/set`, { name: 'Shop' });
  const page = await owner.get('/');
  const renamed = `${owner.person.email} changed Shop Name: Website Shop`;
  shows(t, page, `${renamed} … Claude drafted the scope of Shop … sent INV-0001`);
  t.is((await owner.follow(page, 'INV-0001')).status, 200);
  t.is(page.text.split('<li><div>').length - 1, 6);
  lacks(t, await (await w.owner((await w.workspace()).id)).get('/'), 'INV-0001', 'Shop');
});

// The figures of the home page.

/** The figures of a workspace's home page, by label: the address, the value and what is below it. A bad value begins with `!`. */
async function figures(workspaceId: string): Promise<Record<string, [string, string, string]>> {
  const { text } = await (await w.owner(workspaceId)).get('/');
  const cards = text.matchAll(
    /<a class="card stat" href="([^"]*)">\s*<span class="label">(.*?)<\/span>\s*<span class="value( bad)?">(.*?)<\/span>\s*<span class="sub">(.*?)<\/span>/g,
  );
  const parsed = [...cards].map(([, href, label, bad, value, sub]) => [
    label,
    [unescaped(href!), `${bad ? '!' : ''}${value}`, sub!],
  ]);
  return Object.fromEntries(parsed);
}

test('figures are per currency: the workspace’s currency is large, others are below, and currencies are never added up', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const draft = async (currency: string, amountCents: number, dueDate = '2999-01-01') =>
    (await studio.invoice(id, { currency, amountCents, dueDate })).id;
  const send = async (...given: Parameters<typeof draft>) => {
    const invoiceId = await draft(...given);
    await call('send_invoice', studio.id, invoiceId);
    return invoiceId;
  };
  t.deepEqual(await figures(studio.id), {});
  await send('USD', 10_000);
  t.deepEqual((await figures(studio.id)).Overdue, ['/invoices?overdue=true', '$0.00', '0 invoices']);
  await send('USD', 5_000, '2020-01-01');
  await send('EUR', 2_000);
  const today = `corkboard.workspace_today('${studio.id}')`;
  const paid = await send('USD', 7_000);
  await call('record_payment', studio.id, paid);
  await receive(paid, today);
  await receive(await send('USD', 6_000, '2020-01-02'), today, 4_500);
  await receive(await send('EUR', 3_000, '2020-01-02'), today, 1_000);
  const [{ last }] = await sql(`select ${today}::text as last`);
  await receive(await send('USD', 1_000, last), today, 400);
  await draft('JPY', 300);
  await draft('USD', 4_000);
  await draft('EUR', 9_900);
  const { Overdue: overdue, ...stats } = await figures(studio.id);
  t.is(overdue![1], '!$65.00');
  t.regex(overdue![2], /^3 invoices · [\d,]+ days late · \+ €20.00$/);
  t.like(stats, {
    Outstanding: ['/invoices?status=SENT&kind=invoice', '$171.00', '6 invoices · + €40.00'],
    'Drafts to review': ['/invoices?status=DRAFT', '3', '$40.00 · €99.00 · ¥300'],
  });
  const [address, ...received] = stats['Received this month']!;
  t.deepEqual(received, ['$119.00', '4 payments · + €10.00']);
  t.regex(address, /^\/reports\/payments\?from=\d{4}-\d\d-01&until=\d{4}-\d\d-\d\d$/);
  shows(t, await (await w.owner(studio.id)).get(address), '4 payments', 'Total €10.00 · $119.00');
});

test('the month is that of the workspace’s time zone', async t => {
  const studio = await w.workspace();
  await call('change_workspace', studio.id, { time_zone: 'Pacific/Kiritimati' });
  const { id } = await studio.project();
  const firstDay = `date_trunc('month', corkboard.workspace_today('${studio.id}')::timestamp)::date`;
  for (const [days, amountCents] of [1_000, 2_000].entries()) {
    const invoice = await studio.invoice(id, { amountCents });
    await call('send_invoice', studio.id, invoice.id);
    await call('record_payment', studio.id, invoice.id);
    await receive(invoice.id, `${firstDay} - 1 + ${days}`);
  }
  await logTime(id, 10, true, `${firstDay} - 1`);
  await logTime(id, 90, true, firstDay);
  await logTime(id, 30, false, firstDay);
  const stats = await figures(studio.id);
  t.deepEqual(stats['Received this month']!.slice(1), ['$20.00', '1 payment']);
  t.deepEqual(stats['Billable this month']!.slice(1), ['1 h 30 min', 'of 2 h logged']);
});

// What waits for a person.

/** The items on the home page of a workspace, in order: the link, and the text of the row. */
async function waiting(workspaceId: string, path = '/?review=all') {
  const page = await (await w.owner(workspaceId)).get(path);
  const items = page.text
    .split('<li class="todo">')
    .slice(1)
    .map(row => ({ text: row.split('</li>')[0]! }))
    .map(row => ({ href: linksOf(row)[0]![1], says: wordsOf(row).trim() }));
  return { page, items, to: (path: string) => items.filter(({ href }) => href.includes(path)) };
}

/** Stores a verdict that asks the client a question, for the revisions of a project. */
const ask = (projectId: string, question: string) =>
  sql(
    `update corkboard.revisions set classify = true, verdict = 'needs_question', verdict_reason = 'r', verdict_question = $2 where project_id = $1`,
    projectId,
    question,
  );

test('home lists drafts by programs, questions by clients and overdue invoices, each with a link, the most urgent first', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada & <Co>' });
  const project = (name: string) => studio.project({ clientId: client.id, name });
  const [asked, scoped, crowded, unclear] = await Promise.all(
    ['Asked', 'Scoped', 'Crowded', 'Unclear'].map(project),
  );
  await studio.scope(scoped.id);
  const draft = await studio.invoice(scoped.id, { currency: 'JPY', amountCents: 1234 });
  const late = await studio.invoice(scoped.id, { dueDate: '2020-01-31' });
  const later = await studio.invoice(scoped.id, { dueDate: '2020-02-28' });
  for (const { id } of [later, late]) await call('send_invoice', studio.id, id);
  await receive(late.id, `corkboard.workspace_today('${studio.id}')`, 4_000);
  for (let i = 0; i < 3; i++) await studio.post(`/projects/${crowded.id}/revisions`, { description: 'More' });
  await studio.post(`/projects/${unclear.id}/revisions`, { description: 'Blue' });
  await ask(unclear.id, 'Which blue?');
  const [{ id: endpoint }] = await sql(
    `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret, disabled_at)
     values ($1, 'https://hooks.example.com/very-secret', '{client.created}', 'whsec_x', now()) returning id`,
    studio.id,
  );
  const { page, items, to } = await waiting(studio.id);
  const rest = 'Ada & <Co> · Scoped · the rest of $100.00 $60.00';
  for (const [path, ...says] of [
    [`/invoices/${late.id}`, 'INV-0002 is', `days overdue ${rest}`],
    [
      `/invoices/${draft.id}`,
      'INV-0001 drafted by Test key Ada & <Co> · Scoped · assistant, via API · ',
      '¥1,234',
    ],
    [`/projects/${scoped.id}?tab=scope`, 'Scope drafted by Test key awaits approval'],
    [`${unclear.id}?tab=revisions`, '“Which blue?” · Unclear'],
    [`${crowded.id}?tab=revisions`, 'Crowded is over budget: revision round 3 of 2'],
    [`/settings/webhooks/${endpoint}`, 'Webhook hooks.example.com is off'],
  ] as [string, ...string[]][]) {
    t.is(to(path).length, 1, path);
    for (const words of says) t.true(to(path)[0]!.says.includes(words), words);
  }
  const intakes = to('tab=intake').map(({ href }) => href);
  t.deepEqual(intakes.sort(), [asked, crowded, unclear].map(({ id }) => `/projects/${id}?tab=intake`).sort());
  t.deepEqual(
    items.slice(0, 4).map(({ href }) => href),
    [late, later, draft].map(({ id }) => `/invoices/${id}`).concat(`/projects/${scoped.id}?tab=scope`),
  );
  t.true(items.at(-1)!.href.includes(endpoint));
  t.notRegex(page.text, /very-secret|<Co>/);
});

test('finished, trashed and superseded records, and those of other workspaces, aren’t listed', async t => {
  const studio = await w.workspace();
  const other = await w.workspace();
  await other.invoice((await other.project()).id);
  const done = await studio.project();
  await studio.scope(done.id);
  await call('approve_scope', studio.id, done.id, 'Ada');
  await call('send_invoice', studio.id, (await studio.invoice(done.id)).id);
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Blue' });
  await ask(done.id, 'q');
  await studio.post(`/projects/${done.id}/revisions`, { description: 'Light blue' });
  const gone = await studio.project();
  await studio.invoice(gone.id);
  await studio.scope(gone.id);
  await call('trash_project', studio.id, gone.id);
  const { page, items } = await waiting(studio.id);
  t.deepEqual(items, []);
  shows(t, page, 'all caught up');
});

test('the newest three of a group are listed, and ten on demand, with a link to all, or a note that more items appear later', async t => {
  const studio = await w.workspace({ plan: 'studio', label: 'Claude' });
  const { id: client } = await studio.client();
  const by = `($1::uuid, 'api', 'Claude')::corkboard.caller`;
  const project = `(corkboard.create_project(${by}, $2, 'Menu', 'active', null, null, null, null)).id`;
  const scope = `corkboard.draft_scope(${by}, ${project}, '{Logo}', null, null, null, null)`;
  await sql(`select ${scope} from generate_series(1, 11)`, studio.id, client);
  const atFirst = await waiting(studio.id, '/');
  t.is(atFirst.to('tab=scope').length, 3);
  t.true(linksOf(atFirst.page).some(([, href]) => href === '/?review=all'));
  const scopes = await waiting(studio.id);
  t.is(scopes.to('tab=scope').length, 10);
  shows(t, scopes.page, 'More items appear here');
  lacks(t, scopes.page, 'See all');
  const { id } = await studio.project({ clientId: client });
  const draft = `corkboard.draft_invoice(${by}, $2, 'invoice', 'USD', '[]', 100, 0, 0, false, 0, null, null, null, null)`;
  await sql(`select ${draft} from generate_series(1, 11)`, studio.id, id);
  await studio.invoice(id, { kind: 'estimate' });
  const { page, to } = await waiting(studio.id);
  const drafts = to('/invoices/').map(({ says }) => says.split(' Client')[0]);
  t.is(drafts.length, 10);
  t.deepEqual(drafts.slice(0, 2), ['EST-0001 drafted by Claude', 'INV-0011 drafted by Claude']);
  t.is(Object.fromEntries(linksOf(page))['See all drafts'], '/invoices?status=DRAFT');
});

test('the owner sees a failing endpoint once a delivery has failed for the last time, or after an hour without a success', async t => {
  const studio = await w.workspace();
  const endpoint = async (host: string, failing?: string) => {
    const [{ id }] = await sql(
      `insert into corkboard.webhook_endpoints (workspace_id, url, events, secret)
       values ($1, $2, '{client.created}', 'whsec_x') returning id`,
      studio.id,
      `https://${host}/`,
    );
    if (failing)
      await sql('update corkboard.webhook_throttles set first_failed_at = $2 where id = $1', id, failing);
    return id;
  };
  const never = await endpoint('never.example', '2020-01-31T09:05:07Z');
  await sql('update corkboard.webhook_endpoints set failures_in_row = 1 where id = $1', never);
  const hour = await endpoint('hour.example', '2020-02-01T09:05:07Z');
  await endpoint('minutes.example', new Date(Date.now() - 50 * 60_000).toISOString());
  await endpoint('working.example');
  const { page, items } = await waiting(studio.id);
  t.deepEqual(items, [
    {
      href: `/settings/webhooks/${hour}`,
      says: 'Webhook hour.example is failing Failing since Feb 1, 2020: no attempt has succeeded for an hour Fix',
    },
    {
      href: `/settings/webhooks/${never}`,
      says: 'Webhook never.example is failing Failing since Jan 31, 2020: 1 delivery failed Fix',
    },
  ]);
  t.true(page.text.includes('<abbr title="February 1, 2020, 9:05:07 AM UTC">'));
});
