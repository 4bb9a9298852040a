import test from 'ava';
import type { Row } from '../../src/actions/define.ts';
import { prepareAndAct } from '../support/actor.ts';
import { sharedWorld } from '../support/world.ts';

// How logged time becomes an invoice, and what frees it again.

const w = sharedWorld(test, 'api');
const { sql, call } = w;

async function worked(...entries: object[]) {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'Website', hourlyRateCents: 9000 });
  const time: string[] = [];
  for (const entry of entries)
    time.push((await studio.post(`/projects/${project.id}/time`, entry)).body.timeEntry.id);
  const ids = { workspace: studio.id, project: project.id };
  /** Does it as a person who saw `shown`, or as the operator. */
  const bill = async (given: Row = {}, shown: string | null = null): Promise<any> => {
    return (await prepareAndAct(w.db, 'project.invoice-time', ids, given, { shown })).invoice;
  };
  const edit = async (invoice: { id: string }, content: Row) => {
    const given = { taxRateBps: 0, taxInclusive: false, ...content };
    return (await prepareAndAct(w.db, 'invoice.edit', { ...ids, invoice: invoice.id }, given)).invoice;
  };
  /** Of the entries those that are billed, by their number from 0. */
  const billed = async () => {
    const rows = await sql(
      'select time_entry_id as id from corkboard.billed_time where workspace_id = $1',
      studio.id,
    );
    return rows.map(({ id }) => time.indexOf(id)).toSorted();
  };
  /** The lines of an invoice with their ids, as the form has them. */
  const linesOf = async ({ id, lineItems }: any) => {
    const [{ ids }] = await sql('select line_ids as ids from corkboard.invoices where id = $1', id);
    return lineItems.map((line: object, at: number) => ({ ...line, id: ids?.[at] ?? undefined }));
  };
  return { studio, project, time, bill, edit, billed, linesOf };
}

const day = (date: string, minutes: number, description?: string) => ({ date, minutes, description });

test('an invoice of time has its lines, hours, rate, period and terms, and what is not billable stays out', async t => {
  const { studio, project, bill, billed } = await worked(
    day('2026-10-05', 20, '🎨'.repeat(500)),
    day('2026-10-06', 20, ' Menu\n page '),
    day('2026-10-06', 20),
    { ...day('2026-10-06', 60), billable: false },
    day('2026-11-01', 60),
  );
  await call('change_workspace', studio.id, {
    payment_term_days: 14,
    invoice_notes: 'Thanks',
    tax_rate_bps: 2000,
  });
  const invoice = await bill({ until: '2026-10-31' });
  const line = { unitPriceCents: 9000, taxRateBps: null };
  t.deepEqual(invoice.lineItems, [
    { description: `October 5, 2026: ${'🎨'.repeat(241)}…`, quantityHundredths: 34, ...line },
    { description: 'October 6, 2026: Menu page', quantityHundredths: 33, ...line },
    { description: 'October 6, 2026', quantityHundredths: 33, ...line },
  ]);
  t.like(invoice, {
    number: 'INV-0001',
    status: 'DRAFT',
    createdVia: 'app',
    currency: 'USD',
    totalCents: 10_800,
  });
  const [row] = await sql(
    `select supply_date::text, supply_until::text, line_units, notes,
            due_date - corkboard.workspace_today(workspace_id) as days
       from corkboard.invoices where id = $1`,
    invoice.id,
  );
  t.deepEqual(row, {
    ...{ supply_date: '2026-10-05', supply_until: '2026-10-06', line_units: ['hours', 'hours', 'hours'] },
    ...{ notes: 'Thanks', days: 14 },
  });
  t.deepEqual(await billed(), [0, 1, 2]);
  const { body } = await studio.get(`/projects/${project.id}`);
  t.is(body.project.time.billableMinutes, 120);
  await call('change_client', studio.id, project.clientId, { zero_tax_reason: 'reverse_charge' });
  const rest = await bill({ by: 'one', from: '2026-11-01', hourlyRateCents: 100 });
  t.is(rest.taxRateBps, 0);
  t.like(rest.lineItems[0], {
    description: 'Website, Nov 1, 2026',
    quantityHundredths: 100,
    unitPriceCents: 100,
  });
  t.deepEqual(
    await sql('select supply_date::text, supply_until from corkboard.invoices where id = $1', rest.id),
    [{ supply_date: '2026-11-01', supply_until: null }],
  );
});

test('lines are grouped by day and by person, of whom no line has the address', async t => {
  const { studio, time, bill, edit, linesOf } = await worked(
    day('2026-10-05', 60, 'Logo'),
    day('2026-10-05', 30, 'Menu'),
    day('2026-10-06', 30, 'Logo'),
  );
  const [{ id: ana }] = await call('add_member', studio.id, 'ana@studio.example');
  await sql(
    'update corkboard.time_entries set timekeeper_id = corkboard.timekeeper_of_member($1, $2) where workspace_id = $1 and id = $3',
    ...[studio.id, ana, time[1]],
  );
  const texts = async (by: string) => {
    const invoice = await bill({ by });
    await call('void_invoice', studio.id, invoice.id);
    return invoice.lineItems.map((line: any) => [
      line.description.replace(/\s/g, ' '),
      line.quantityHundredths,
    ]);
  };
  t.deepEqual(await texts('day'), [
    ['October 5, 2026: Logo; Menu', 150],
    ['October 6, 2026: Logo', 50],
  ]);
  t.deepEqual(await texts('person'), [
    ['Website, Oct 5 – 6, 2026', 150],
    ['Website, Oct 5, 2026', 50],
  ]);
  const kept = async ({ id }: { id: string }) =>
    (await sql('select line_members as members from corkboard.invoices where id = $1', id))[0].members;
  const invoice = await bill({ by: 'person' });
  t.deepEqual(await kept(invoice), [null, ana]);
  const lines = await linesOf(invoice);
  const more = { description: 'Trip', quantityHundredths: 100, unitPriceCents: 100, taxRateBps: null };
  await edit(invoice, { lineItems: [lines[1], more, lines[0]], namesLines: true });
  t.deepEqual(await kept(invoice), [ana, null, null]);
  await edit(invoice, { lineItems: [more, lines[0]], namesLines: true });
  t.is(await kept(invoice), null);
  const billed = await bill({ by: 'person' });
  const onPaper = async () =>
    (
      await sql(
        'select corkboard.names_for_clients($1, line_members) as names from corkboard.invoices where id = $2',
        studio.id,
        billed.id,
      )
    )[0].names;
  t.deepEqual(await onPaper(), ['Studio']);
  await call('set_member_name', studio.id, ana, 'Ana Sol');
  t.deepEqual(await onPaper(), ['Ana Sol']);
  await call('remove_member', studio.id, ana);
  t.deepEqual(await onPaper(), ['Studio']);
  t.notRegex(JSON.stringify((await studio.get('/invoices')).body), /@/);
});

test('more entries than an invoice has lines are grouped by day, and more days in one line', async t => {
  const { studio, project, bill } = await worked();
  const [{ id: keeper }] = await sql(
    `select corkboard.timekeeper_of(($1, 'api', 'Claude')::corkboard.caller) as id`,
    studio.id,
  );
  const log = (days: number, perDay: number) =>
    sql(
      `insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, created_via)
       select $1, $2, $5, date '2026-01-01' + d, 1, 'app' from generate_series(1, $3) d, generate_series(1, $4) e`,
      ...[studio.id, project.id, days, perDay, keeper],
    );
  await log(3, 17);
  t.is((await bill()).lineItems.length, 3);
  await log(51, 1);
  t.deepEqual(
    (await bill()).lineItems.map((line: any) => line.quantityHundredths),
    [85],
  );
  await t.throwsAsync(bill(), { message: 'There is no unbilled time on these days.' });
  await log(50, 41);
  await t.throwsAsync(bill(), { message: /^until must leave at most 2000 time entries and 10000 hours/ });
});

test('of two people who bill the same time at once, one does', async t => {
  const { bill, billed } = await worked(day('2026-10-05', 60), day('2026-10-06', 30));
  const came = await Promise.allSettled(Array.from({ length: 4 }, () => bill({ by: 'one' })));
  t.is(came.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const one of came)
    if (one.status === 'rejected') t.regex(one.reason.message, /was changed meanwhile|no unbilled time/);
  t.deepEqual(await billed(), [0, 1]);
});

test('nothing is billed if the time, the rate or the tax is no longer what the page showed', async t => {
  const { studio, project, time, bill, billed } = await worked(day('2026-10-05', 60));
  const shown = async () =>
    (await sql('select corkboard.time_to_invoice($1, $2, null, null) as time', studio.id, project.id))[0].time
      .digest;
  for (const change of [
    () => call('change_time_entry', studio.id, time[0], { minutes: 61 }),
    () => studio.post(`/projects/${project.id}/time`, { minutes: 5 }),
    () => call('change_project', studio.id, project.id, { hourly_rate_cents: 1 }),
    () => call('change_workspace', studio.id, { tax_rate_bps: 1900 }),
  ]) {
    const before = await shown();
    await change();
    await t.throwsAsync(bill({}, before), { message: /was changed meanwhile/ });
  }
  t.deepEqual(await billed(), []);
  await t.notThrowsAsync(bill({}, await shown()));
});

test('a rate may be named, and the days must be in their order', async t => {
  const { bill } = await worked(day('2026-10-05', 60));
  await t.throwsAsync(bill({ from: '2026-10-06', until: '2026-10-05' }), {
    message: 'until must not be before from.',
  });
  t.is((await bill({ hourlyRateCents: 5000 })).totalCents, 5000);
});

test('an invoice that is voided frees its time, whether it was sent or not', async t => {
  const { studio, time, bill, billed } = await worked(day('2026-10-05', 60));
  for (const steps of [['void_invoice'], ['send_invoice', 'void_invoice']]) {
    const invoice = await bill();
    t.deepEqual(await billed(), [0]);
    for (const step of steps) await call(step, studio.id, invoice.id);
    t.deepEqual(await billed(), []);
  }
  await t.notThrowsAsync(call('change_time_entry', studio.id, time[0], { minutes: 1 }));
});

test('an edit frees the time of the lines that it takes out, however the others are moved and changed', async t => {
  const { bill, edit, billed, linesOf } = await worked(
    ...['2026-10-05', '2026-10-06', '2026-10-07'].map(date => day(date, 60)),
  );
  const draft = await bill();
  const [first, second, third] = await linesOf(draft);
  const extra = { description: 'Hosting', unitPriceCents: 100 };
  const written = { ...third, description: 'Menu', quantityHundredths: 50 };
  const edited = await edit(draft, { lineItems: [extra, written, first], namesLines: true });
  t.deepEqual(await billed(), [0, 2]);
  // A line that was taken out by one person comes back in the form of another, who had it open.
  const lines = [...(await linesOf(edited)), second];
  await t.throwsAsync(edit(draft, { lineItems: lines, namesLines: true }), {
    message: /^lineItems\.3\.description bills what was taken out of this draft/,
  });
  t.deepEqual(await billed(), [0, 2]);
  const [, kept] = await linesOf(edited);
  await edit(draft, { lineItems: [kept, { ...kept, description: 'Again' }], namesLines: true });
  t.deepEqual(await billed(), [2]);
  await edit(draft, { amountCents: 100, namesLines: true });
  t.deepEqual(await billed(), []);
});

test('an edit that knows no ids keeps the billed time as long as there are as many lines', async t => {
  const { bill, edit, billed } = await worked(day('2026-10-05', 60), day('2026-10-06', 60));
  const draft = await bill();
  const line = { description: 'A', unitPriceCents: 100 };
  await edit(draft, { lineItems: [line, line] });
  t.deepEqual(await billed(), [0, 1]);
  await edit(draft, { lineItems: [line] });
  t.deepEqual(await billed(), []);
});
