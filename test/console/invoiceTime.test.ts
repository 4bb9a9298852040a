import test from 'ava';
import { fieldOf, lacks, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

// The page that bills logged time, and the draft that it makes. The rules are tried in test/actions/invoiceTime.test.ts.

const w = consoleWorld(test);
const { sql } = w;

async function worked(hourlyRateCents?: number) {
  const studio = await w.workspace({ currency: 'EUR', taxRateBps: 1900 });
  const { id } = await studio.project({ name: 'Website', hourlyRateCents });
  const log = (date: string, minutes: number, description: string) =>
    studio.post(`/projects/${id}/time`, { date, minutes, description });
  const path = `/projects/${id}/time/invoice`;
  return { studio, id, log, path, tab: `/projects/${id}?tab=time`, member: await w.member(studio.id) };
}

test('the time of a project is proposed, drafted and then shown as billed', async t => {
  const { studio, id, log, path, tab, member } = await worked(9000);
  lacks(t, await member.get(tab), 'Invoice unbilled time');
  const { timeEntry } = (await log('2026-10-05', 20, 'Logo')).body;
  await log('2026-10-06', 20, 'Menu');
  await log('2100-01-01', 20, 'Planned');
  const time = await member.get(tab);
  shows(t, time, 'Unbilled 1 h Invoice unbilled time');
  const page = await member.follow(time, 'Invoice unbilled time');
  t.is(page.path, path);
  shows(t, page, '2 time entries, 40 min', 'Hours 0.67 … Subtotal €60.30 … Tax (19%) €11.45 … Total €71.75');
  t.like(rowsOf(page.text), [
    ['October 5, 2026: Logo', '0.34', '€90.00', '€30.60'],
    ['October 6, 2026: Menu', '0.33', '€90.00', '€29.70'],
  ]);
  shows(t, await member.get(`${path}?by=one`), 'Website, Oct 5 – 6, 2026');
  shows(t, await member.get(`${path}?until=2100-01-01`), '3 time entries, 1 h');
  const wrong = await member.get(`${path}?from=2026-10-06&until=2026-10-05`);
  shows(t, wrong, 'Until must not be before the first day');
  t.is(fieldOf(wrong, 'From'), '2026-10-06');
  const done = await member.press(page, 'Draft invoice');
  shows(t, await member.get(done.location!), 'Draft created.', 'October 5, 2026: Logo', '€71.75');
  const billed = await member.get(tab);
  shows(t, billed, 'Unbilled 20 min', 'Billed by INV-0001');
  const locked = await member.get(`${tab}&edit=${timeEntry.id}`);
  shows(t, locked, 'INV-0001 bills this time entry');
  lacks(t, locked, 'Save time entry');
  const none = await member.get(path);
  shows(t, none, 'There is no unbilled time on these days');
  lacks(t, none, 'drafted');
  // A draft of a key may be for the same time.
  await studio.invoice(id, { amountCents: 100 });
  shows(t, await member.get(path), 'An assistant or integration drafted INV-0002 for this project.');
});

test('a project without a rate asks for one, and drafts at the rate that was typed', async t => {
  const { studio, log, path, member } = await worked();
  await log('2026-10-05', 90, 'Logo');
  const page = await member.get(`${path}?by=day`);
  shows(t, page, 'This project has no hourly rate', '1 time entry, 1 h 30 min unbilled');
  lacks(t, page, 'Draft invoice');
  shows(t, await member.get(`${path}?hourlyRateCents=lots`), 'Hourly rate must be a number');
  const proposed = await member.get(`${path}?hourlyRateCents=80.50`);
  shows(t, proposed, '€120.75');
  await member.press(proposed, 'Draft invoice');
  const [{ line }] = await sql(
    'select line_items -> 0 as line from corkboard.invoices where workspace_id = $1',
    studio.id,
  );
  t.like(line, { quantityHundredths: 150, unitPriceCents: 8050 });
});

test('time that changed after the page was opened is shown anew before it is billed', async t => {
  const { log, path, member } = await worked(9000);
  await log('2026-10-05', 60, 'Logo');
  const page = await member.get(`${path}?by=one`);
  await log('2026-10-07', 30, 'Menu');
  const refused = await member.press(page, 'Draft invoice');
  t.is(refused.status, 409);
  shows(t, refused, 'was changed meanwhile', 'Website, Oct 5 – 7, 2026', 'Hours 1.5');
  t.regex((await member.press(refused, 'Draft invoice')).location!, /^\/invoices\//);
});

test('the editor keeps time billed by lines that are moved or rewritten, and frees that of lines taken out', async t => {
  const { log, path, member } = await worked(9000);
  for (const day of ['05', '06', '07']) await log(`2026-10-${day}`, 60, `Work of ${day}`);
  const done = await member.press(await member.get(path), 'Draft invoice');
  const at = done.location!.split('?')[0]!;
  const moved = await member.press(await member.get(`${at}?new=edit`), 'Move down: Line 1');
  const fewer = await member.press(moved, 'Remove: Line 3');
  await member.press(fewer, 'Save draft', { 'lineItems.0.description': 'Rewritten' });
  shows(t, await member.get(at), 'Rewritten');
  const page = await member.get(path);
  shows(t, page, '1 time entry, 1 h', 'Work of 07');
});
