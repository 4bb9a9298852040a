import test from 'ava';
import { people } from '../support/console.ts';
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
function chartRows(page: string, label: string): string[][] {
  const [, table] = new RegExp(`aria-label="${label}" tabindex="0"><table>([\\s\\S]*?)</table>`).exec(page)!;
  return [...table!.matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g)].map(([row]) =>
    row!
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map(cell => cell.replaceAll(/<[^>]*>/g, '').trim()),
  );
}

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
  const items = [...text.matchAll(/<li><div>([\s\S]*?)<\/div>/g)].map(([, item]) =>
    item!.replaceAll(/<[^>]*>/g, ''),
  );
  t.is(items[0], `${owner.person.email} changed ShopName: Website Shop`);
  t.is(items[1], 'Claude drafted the scope of Shop');
  t.true(items.some(item => item.endsWith('sent INV-0001')));
  t.regex(text, new RegExp(`<a href="/invoices/${id}">INV-0001</a>`));
  t.is(items.length, 6);
  const stranger = await p.owner((await w.workspace()).id);
  t.notRegex((await stranger.get('/')).text, /INV-0001|Shop/);
});
