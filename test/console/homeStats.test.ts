import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// The figures of the home page.

const w = world(test);
const { sql } = w;

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
