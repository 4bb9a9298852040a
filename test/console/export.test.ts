import test from 'ava';
import fc from 'fast-check';
import { z } from 'zod';
import { queriesOn } from '../../src/database/queries.ts';
import { sql as query } from '../../src/database/sql.ts';
import { type Booking, bookings, type Recorded } from '../../src/exports/accounting.ts';
import type { ReadRow } from '../../src/exports/reads.ts';
import { dateOf } from '../../src/formatting/index.ts';
import type { Period } from '../../src/vocabulary/fields.ts';
import { formOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { parseCsv, recordsIn } from '../support/csv.ts';
import { datevProblems } from '../support/datevFormat.ts';

const w = consoleWorld(test);
const { sql, call } = w;
const page = '/settings/export';
const files = ['clients', 'projects', 'time', 'invoices', 'payments', 'accounting'].map(
  name => `${page}/${name}.csv`,
);
const datev = `${page}/datev.csv?from=2026-03-01&to=2026-03-31&consultant=1001&client=1&chart=03&fiscalYearMonth=1&accountLength=4`;

/** A workspace with invoices of March 2026: one at two rates, one paid in part, one voided in April, and one in dollars. */
async function booked() {
  const studio = await w.workspace();
  await call('change_workspace', studio.id, { time_zone: 'Europe/Berlin' });
  const client = await studio.client({ name: '=Müller "Söhne＂', company: 'Müller; AG' });
  const project = await studio.project({ clientId: client.id, name: 'Site' });
  const sent = async (fields: object, at: string) => {
    const { id } = await studio.invoice(project.id, { currency: 'EUR', taxRateBps: 1900, ...fields });
    await call('send_invoice', studio.id, id);
    await sql('update corkboard.invoices set sent_at = $2 where id = $1', id, at);
    return id as string;
  };
  const lineItems = [
    { description: '-2 pages', unitPriceCents: 10_000, taxRateBps: 1900 },
    { description: 'Book', unitPriceCents: 5_000, taxRateBps: 700 },
  ];
  // 23:30 in UTC on the last of February is March in Berlin.
  const mixed = await sent({ lineItems, discountCents: 1_500, dueDate: '2026-04-01' }, '2026-02-28 23:30Z');
  const fee = await sent({ amountCents: 10_000 }, '2026-03-10 12:00Z');
  await call('set_late_fee', studio.id, fee, 500);
  await sql(`update corkboard.late_fee_changes set changed_on = '2026-03-20' where invoice_id = $1`, fee);
  const voided = await sent({ amountCents: 20_000, taxRateBps: 0 }, '2026-03-11 12:00Z');
  await call('void_invoice', studio.id, voided);
  // As those are that were voided before there were credit notes.
  await sql('delete from corkboard.credit_notes where workspace_id = $1', studio.id);
  await sql(
    `update corkboard.invoices set voided_at = '2026-04-02 12:00Z', credited_cents = 0 where id = $1`,
    voided,
  );
  await sent({ amountCents: 10_834, taxRateBps: 0, currency: 'USD' }, '2026-03-12 12:00Z');
  await studio.invoice(project.id, { amountCents: 100 });
  await sql(
    `insert into corkboard.payments (workspace_id, invoice_id, client_id, amount_cents, currency, paid_on, method, reference)
     values ($1, $2, $3, 4000, 'EUR', '2026-03-25', 'Bank transfer', '+49'), ($1, $2, $3, 1000, 'EUR', '2026-04-05', null, null)`,
    studio.id,
    mixed,
    project.clientId,
  );
  await sql('update corkboard.invoices set part_paid_cents = 5000 where id = $1', mixed);
  const time = { minutes: 90, date: '2026-03-03', description: '@home' };
  await studio.post(`/projects/${project.id}/time`, time);
  return { studio, owner: await w.owner(studio.id) };
}

test('only the owner sees the page and gets its files, with a recent code and an entry in the audit log for each', async t => {
  const studio = await w.workspace();
  const [owner, member] = [await w.owner(studio.id), await w.member(studio.id)];
  t.true((await owner.get('/settings')).text.includes(`href="${page}"`));
  t.notRegex((await member.get('/settings')).text, /settings\/export/);
  for (const path of [page, ...files, datev]) {
    t.is((await owner.get(path)).status, 200, path);
    const refused = await member.get(path);
    t.is(refused.status, 403, path);
    shows(t, refused, 'Only the owner can do this');
    const { location } = await w.stranger().get(path);
    t.is(location!.split('%3F')[0], `/sign-in?next=${encodeURIComponent(page)}`);
    t.is((await owner.get(path, {}, 'HEAD')).text, '');
  }
  const ofMembers = ['/settings/audit.csv', '/reports/invoices.csv?from=2026-01-01&currency=EUR'] as const;
  for (const path of ofMembers) t.is((await member.get(path)).status, 200);
  // A report of days that don't exist is not downloaded.
  t.is((await member.get('/reports/invoices.csv?from=x')).status, 400);
  const downloads = async () =>
    (
      await sql(
        `select actor, changes #>> '{file,1}' as file from corkboard.audit_log
          where workspace_id = $1 and action = 'export.downloaded' order by id`,
        studio.id,
      )
    ).map(({ actor, file }) => `${actor} ${file}`);
  const ofOwner = ['clients', 'projects', 'time', 'invoices', 'payments', 'accounting'].map(
    name => `${name}.csv`,
  );
  const all = [...ofOwner, 'EXTF_Buchungsstapel_2026-03-01_2026-03-31.csv'].map(
    file => `${owner.person.email} ${file}`,
  );
  t.deepEqual(await downloads(), all);
  shows(t, await owner.get('/settings/audit'), 'downloaded a file of records File: clients.csv');
  // They write, so that a link on another site only leads to the page.
  const { location: elsewhere } = await owner.get(datev, { 'Sec-Fetch-Site': 'cross-site' });
  t.is(elsewhere, datev.replace('/datev.csv', ''));
  await sql(
    `update corkboard.sessions set confirmed_at = now() - interval '31 minutes' where workspace_id = $1`,
    studio.id,
  );
  for (const [person, path, back] of [
    [owner, files[0]!, page],
    [owner, datev, datev.replace('/datev.csv', '')],
    [member, ofMembers[1], ofMembers[1].replace('.csv', '')],
  ] as const) {
    const { status, location } = await person.get(path);
    t.deepEqual([status, location], [303, `/sign-in/confirm?${new URLSearchParams({ next: back })}`]);
  }
  t.deepEqual(await downloads(), all);
});

test('the CSV files have the records with exact amounts, and nothing of others', async t => {
  const { owner } = await booked();
  await (await w.workspace()).client({ name: 'Foreign' });
  const get = async (name: string) => recordsIn((await owner.get(`${page}/${name}.csv`)).text);
  const [client, ...none] = await get('clients');
  t.deepEqual([none, client!.Name, client!.Company], [[], `'=Müller "Söhne＂`, 'Müller; AG']);
  t.like((await get('projects'))[0], { Name: 'Site', Client: `'=Müller "Söhne＂` });
  const time = { Date: '2026-03-03', Minutes: '90', Description: "'@home", Billable: 'true' };
  t.like((await get('time'))[0], { ...time, 'Logged by': 'Test key' });
  const invoices = await get('invoices');
  const shown = ['Number', 'Line', 'Description', 'Line net', 'Tax rate', 'Total', 'Paid'];
  t.deepEqual(
    invoices.map(row => shown.map(name => row[name])),
    [
      ['INV-0001', '1', "'-2 pages", '90.00', '19.00', '155.25', '50.00'],
      ['INV-0001', '2', 'Book', '45.00', '7.00', '', ''],
      ['INV-0002', '1', '', '100.00', '19.00', '124.00', '0.00'],
      ['INV-0003', '1', '', '200.00', '0.00', '200.00', '0.00'],
      ['INV-0004', '1', '', '108.34', '0.00', '108.34', '0.00'],
      ['INV-0005', '1', '', '1.00', '0.00', '1.00', '0.00'],
    ],
  );
  t.is(invoices[0]!['Sent on'], '2026-03-01');
  const payment = { 'Invoice number': 'INV-0001', Amount: '40.00', Currency: 'EUR', Reference: "'+49" };
  t.like((await get('payments'))[0], payment);
  const { headers } = await owner.get(`${page}/clients.csv`);
  t.is(headers.get('content-disposition'), 'attachment; filename="clients.csv"');
});

/** The bookings of a period, and how many invoices and payments are read for it. */
async function booksOf(workspaceId: string, period: Period, recorded?: Recorded) {
  let count = 0;
  const read: ReadRow = async <Row>(rows: Parameters<ReadRow>[0]) => {
    const { found } = await queriesOn(w.db).one(query.type(z.object({ found: z.any() }))`
      select row_to_json(r) as found
        from (select ${workspaceId}::uuid as workspace_id) admitted cross join lateral (${rows}) r`);
    count += found.rows.length;
    return found as Row;
  };
  const booked = (await Array.fromAsync(bookings(read, period, recorded))).flat();
  return { booked, count };
}

test('files for accountants have what happened within a period: by tax rate, with late fees, voids and payments', async t => {
  const { studio, owner } = await booked();
  const shown = ['Type', 'Date', 'Invoice number', 'Tax rate', 'Net', 'Tax', 'Gross', 'Currency'];
  const rows = async (period: string) =>
    recordsIn((await owner.get(`${page}/accounting.csv?${period}`)).text).map(row =>
      shown.map(name => row[name]).join(' '),
    );
  const march = [
    'invoice 2026-03-01 INV-0001 19.00 90.00 17.10 107.10 EUR',
    'invoice 2026-03-01 INV-0001 7.00 45.00 3.15 48.15 EUR',
    'invoice 2026-03-10 INV-0002 19.00 100.00 19.00 119.00 EUR',
    'late_fee 2026-03-20 INV-0002  5.00 0.00 5.00 EUR',
    'invoice 2026-03-11 INV-0003 0.00 200.00 0.00 200.00 EUR',
    'invoice 2026-03-12 INV-0004 0.00 108.34 0.00 108.34 USD',
  ];
  t.deepEqual(await rows('from=2026-03-01&to=2026-03-31'), [
    ...march,
    'payment 2026-03-25 INV-0001  40.00 0.00 40.00 EUR',
  ]);
  const april = [
    'void_invoice 2026-04-02 INV-0003 0.00 -200.00 0.00 -200.00 EUR',
    'payment 2026-04-05 INV-0001  10.00 0.00 10.00 EUR',
  ];
  t.deepEqual(await rows('from=2026-04-01'), april);
  t.is((await rows('')).length, march.length + 3);
  t.is((await booksOf(studio.id, { since: '2026-04-01', until: null })).count, april.length);
  const [{ id }] = await sql(
    `select id from corkboard.invoices where workspace_id = $1 and number = 'INV-0002'`,
    studio.id,
  );
  await call('set_late_fee', studio.id, id, 4_000);
  await call('set_late_fee', studio.id, id, 0);
  t.deepEqual((await rows('from=2026-03-01&to=2026-03-31')).slice(0, -1), march);
  t.deepEqual(
    (await rows('from=2026-04-06')).map(row => row.split(' INV-0002  ')[1]),
    ['35.00 0.00 35.00 EUR', '-40.00 0.00 -40.00 EUR'],
  );
  const [{ fees }] = await sql(
    `select array_agg(e.value ->> 'amountCents' order by e.ordinality) as fees
       from corkboard.invoices i
       join corkboard.projects p on p.workspace_id = $1 and p.id = i.project_id,
            json_array_elements(corkboard.client_statement($1, p.client_id, '2026-04-06', null) -> 'currencies') c,
            json_array_elements(c.value -> 'entries') with ordinality e
      where i.workspace_id = $1 and i.id = $2 and e.value ->> 'kind' = 'late_fee' and e.value ->> 'invoiceId' = $2::text`,
    studio.id,
    id,
  );
  t.deepEqual(fees, ['3500', '-4000'], 'a statement lists the changes of one day in their order');
});

test('what is recorded on days that were downloaded is said, and can be downloaded by itself, once', async t => {
  const { studio, owner } = await booked();
  const files = {
    accounting: `${page}/accounting.csv?from=2026-03-01&to=2026-03-31`,
    datev: `${datev}&rates=USD+1.1`,
  };
  // A period that isn't over stays open.
  await owner.get(`${page}/accounting.csv?from=2026-04-01&to=${dateOf(new Date(), 'Europe/Berlin')}`);
  await owner.get(files.accounting);
  await owner.get(files.datev, {}, 'HEAD');
  const [{ id }] = await sql(
    `select id from corkboard.invoices where workspace_id = $1 and number = 'INV-0002'`,
    studio.id,
  );
  const pay = (cents: number, on: string) => call('record_payment', studio.id, id, cents, on);
  await pay(1_100, '2026-03-31');
  await owner.get(files.datev);
  await pay(1_200, '2026-03-30');
  await pay(1_300, '2026-04-10');
  const told = await owner.get(page);
  shows(t, told, 'Recorded since the last export: 2 bookings', 'Recorded since the last export: 1 booking');
  const amounts = (text: string) => recordsIn(text).map(row => `${row.Date} ${row.Gross}`);
  const link = /href="([^"]*accounting\.csv[^"]*added=true)"/.exec(told.text)![1]!.replaceAll('&amp;', '&');
  t.deepEqual(amounts((await owner.get(link)).text), ['2026-03-31 11.00', '2026-03-30 12.00']);
  t.deepEqual(amounts((await owner.get(link)).text), []);
  const lines = parseCsv((await owner.get(`${files.datev}&added=true`)).text, ';').slice(2);
  t.deepEqual(
    lines.map(line => [line[0], line[9]]),
    [['12,00', '3003']],
  );
  t.notRegex((await owner.get(page)).text, /Recorded since/);
  const [removed] = await sql(
    `select id from corkboard.payments where workspace_id = $1 and amount_cents = 1200`,
    studio.id,
  );
  await call('remove_payment', studio.id, removed!.id);
  t.true(amounts((await owner.get(files.accounting)).text).includes('2026-03-30 12.00'));
  t.true(
    amounts((await owner.get(`${page}/accounting.csv?from=2026-04-01`)).text).some(row =>
      row.endsWith(' -12.00'),
    ),
  );
  // An export of one format and of other days leaves what was exported in the other.
  const february = ['2026-02-01', '2026-02-28', new Date().toISOString()];
  await call('finish_books_export', studio.id, 'datev', ...february, false, 'o@studio.example');
  const periods = `select first_day::text as first from corkboard.exported_periods
    where workspace_id = $1 and format = 'datev' order by 1`;
  t.deepEqual(await sql(periods, studio.id), [{ first: '2026-02-01' }, { first: '2026-03-01' }]);
});

test('DATEV gets a booking batch of the period, and the next one begins with its settings', async t => {
  const { owner } = await booked();
  const typed = {
    ...{ from: '2026-03-01', to: '2026-04-30', consultant: '29098', client: '55003', fiscalYearMonth: '2' },
    ...{ accountLength: '5', chart: '04', revenue19: '44010', rates: 'USD 1.0834', usesTaxKeys: 'on' },
  };
  const lacking = await owner.press(await owner.get(page), 'Download for DATEV', { ...typed, rates: '' });
  const again = await owner.get(lacking.location!);
  t.is(again.status, 422);
  shows(
    t,
    again,
    'No file was made. Please fix the fields below. Exchange rates must have a line for USD, because the period has amounts in it.',
  );
  const asked = await owner.press(again, 'Download for DATEV', typed);
  t.is(asked.headers.get('content-type'), 'text/csv; charset=windows-1252');
  const name = 'EXTF_Buchungsstapel_2026-03-01_2026-04-30.csv';
  t.is(asked.headers.get('content-disposition'), `attachment; filename="${name}"`);
  t.deepEqual(datevProblems(asked.text), []);
  const [head, names, ...lines] = parseCsv(asked.text, ';');
  t.is(
    head!.toSpliced(5, 1).join(';'),
    'EXTF;700;21;Buchungsstapel;13;;RE;;;29098;55003;20260201;5;20260301;20260430;Corkboard;;1;0;0;EUR;;;;;04;;;;',
  );
  t.is(names!.length, 125);
  const at = (line: string[], ...columns: number[]) => columns.map(column => line[column - 1]).join(' ');
  t.deepEqual(
    lines.map(line => at(line, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 114, 118)),
    [
      '107,10 S     100000 44010 0003 0103 INV-0001 0 ',
      '48,15 S     100000 43000 0002 0103 INV-0001 0 ',
      '119,00 S     100000 44010 0003 1003 INV-0002 0 ',
      '5,00 S     100000 71000  2003 INV-0002 0 ',
      '200,00 S     100000 42000  1103 INV-0003 0 ',
      '200,00 S     100000 42000  0204 INV-0003 0 1',
      '108,34 S USD 1,083400 100,00 EUR 100000 42000  1203 INV-0004 0 ',
      '40,00 S     18000 100000  2503 INV-0001 0 ',
      '10,00 S     18000 100000  0504 INV-0001 0 ',
    ],
  );
  // The browser of the tests takes it for UTF-8.
  t.is(lines[0]![13], `'=M\ufffdller "S\ufffdhne"`);
  const dueDates = lines.map(line => line[116]);
  t.deepEqual(dueDates, ['01042026', '01042026', ...Array(7).fill('')], 'of invoices, and of no payment');
  const next = formOf((await owner.get(page)).text, 'Download for DATEV');
  const { from: _, to: __, ...kept } = typed;
  t.like(Object.fromEntries(next.fields), { ...kept, revenue7: '', rates: '' });
});

test('DATEV gets VAT numbers of other countries of the Union only', async t => {
  const { studio, owner } = await booked();
  const vatNumbers = async (number: string) => {
    await sql('update corkboard.clients set vat_number = $2 where workspace_id = $1', studio.id, number);
    await sql(
      `update corkboard.invoices
          set party_snapshot = jsonb_set(party_snapshot::jsonb, '{to,vatNumber}', to_jsonb($2::text))::json
        where workspace_id = $1 and sent_at is not null`,
      studio.id,
      number,
    );
    const [, , ...lines] = parseCsv((await owner.get(`${datev}&rates=USD+1.1`)).text, ';');
    return lines.map(line => line[39]).filter(text => text !== '');
  };
  t.deepEqual(await vatNumbers('EL094259216'), ['EL094259216', 'EL094259216']);
  t.deepEqual(await vatNumbers('DE136695976'), []);
  t.deepEqual(await vatNumbers('CHE116281710'), []);
});

test('a client keeps its number at DATEV, whatever is added, trashed or erased, and none gets one of a supplier', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const added = async (name: string, day: string, id?: string) => {
    const client = await studio.client({ name });
    await sql(
      'update corkboard.clients set created_at = $2, id = coalesce($3, id) where id = $1',
      client.id,
      day,
      id ?? null,
    );
    return id ?? client.id;
  };
  const last = await added('Last', '2026-02-02');
  const first = await added('First', '2026-02-01');
  const accounts = async () =>
    recordsIn((await owner.get(`${page}/clients.csv`)).text)
      .map(row => `${row.Name} ${row['DATEV account']}`)
      .toSorted();
  t.is((await owner.get(`${datev}&firstDebtor=69999`)).status, 409);
  t.is((await owner.get(`${datev}&firstDebtor=20000`, {}, 'HEAD')).status, 200);
  t.deepEqual(await accounts(), ['First ', 'Last ']);
  t.is((await owner.get(`${datev}&firstDebtor=69998`)).status, 200);
  t.deepEqual(await accounts(), ['First 69998', 'Last 69999']);
  // An id from before those of the others, as an import gives it.
  await call('erase_client', studio.id, first);
  await added('Imported', '2026-02-03', '01900000-0000-7000-8000-000000000001');
  const refused = await owner.get(datev);
  t.is(refused.status, 409);
  shows(t, refused, 'the last client would get 70000');
  await sql('update corkboard.datev_settings set first_debtor = 20000 where workspace_id = $1', studio.id);
  t.is((await owner.get(datev.replace('accountLength=4', 'accountLength=5'))).status, 200);
  t.deepEqual(await accounts(), ['Erased client 200000', 'Imported 200020', 'Last 200010']);
  shows(t, await owner.get(`/clients/${last}`), 'DATEV account 200010');
  const { location } = await owner.get(`${datev}&firstDebtor=10000`);
  shows(t, await owner.get(location!), 'First client’s account is 20000 since the first file');
  await sql('update corkboard.datev_settings set first_debtor = 200000 where workspace_id = $1', studio.id);
  const shorter = await owner.get(datev);
  shows(t, await owner.get(shorter.location!), 'Digits of an account must be at least 5');
});

test('what is wrong in a form for accountants is said beside its field, and nothing that was typed is lost', async t => {
  const studio = await w.workspace();
  const owner = await w.owner(studio.id);
  const typed = {
    ...{ from: '2026-12-01', to: '2027-01-31', consultant: '29098', client: '7' },
    ...{ bank: '12345', firstDebtor: '70000', rates: 'GBP 0.8' },
  };
  const back = await owner.press(await owner.get(page), 'Download for DATEV', typed);
  const shown = await owner.get(back.location!);
  shows(
    t,
    shown,
    ...['Last day must be in the same fiscal year as the first day.', 'Bank must have 4 digits.'],
    ...['First client’s account must have 5 digits and begin with 1 to 6.', 'GBP 0.8'],
  );
  t.true(shown.text.includes('value="29098"'));
  for (const [name, text, message] of [
    ['consultant', '12', 'Consultant number must be at least 1001.'],
    ['client', 'x', 'Client number must be'],
    ['client', '', 'Client number is required.'],
    ['rates', 'EUR', 'Exchange rates must have a currency and a rate on each line, such as USD 1.0834.'],
  ] as const) {
    const { location } = await owner.press(shown, 'Download for DATEV', { ...typed, bank: '', [name]: text });
    shows(t, await owner.get(location!), message);
  }
  const period = { from: '2026-02-30', to: '' };
  const { location } = await owner.press(await owner.get(page), 'Download as CSV', period);
  const again = await owner.get(location!);
  shows(t, again, 'First day must be a date that exists');
  t.true(again.text.includes('value="2026-02-30"'));
});

const minutes = 60_000;
const step = fc.record({
  act: fc.constantFrom(
    'send',
    'send',
    'fee',
    'pay',
    'pay',
    'part',
    'remove',
    'void',
    'zone',
    'export',
    'export',
  ),
  /** Minutes since the step before. */
  after: fc.nat(4 * 24 * 60),
  invoice: fc.nat(2),
  cents: fc.nat(12_000),
  /** How many days before a payment arrived, or a period ended, and how many days the period has. */
  ago: fc.nat(9),
  days: fc.integer({ min: 1, max: 30 }),
  zone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Niue', 'Atlantic/Azores'),
});

const usual = { after: 4 * 24 * 60, invoice: 0, cents: 0, ago: 0, days: 30, zone: 'UTC' };

test('whatever happens later, a period that was exported keeps its bookings, and the others can be had by themselves', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const rowsOf = (booked: Booking[]) => booked.map(one => Object.values(one).join('|')).toSorted();
  const gross = (booked: Booking[]) =>
    booked.reduce((sum, { netCents, taxCents }) => sum + netCents + taxCents, 0n);
  const holds = async (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
    const ids = (
      await sql(
        `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, currency, subtotal_cents, tax_rate_bps, tax_inclusive, tax_cents, created_via)
         select $1, $2, $3, 'invoice', m.last + n, 'INV-' || m.last + n, 'EUR', 10000, 1900, false, 1900, 'app'
           from generate_series(1, 3) n, (select coalesce(max(sequence), 0) as last from corkboard.invoices where workspace_id = $1) m
         returning id`,
        ...[studio.id, project.id, project.clientId],
      )
    ).map(({ id }) => id as string);
    await sql('delete from corkboard.exported_periods where workspace_id = $1', studio.id);
    const handedOut: { period: Period; recorded: Recorded; rows: string[] }[] = [];
    let at = Date.parse('2021-03-01T08:00Z');
    const day = (ago: number) => new Date(at - ago * 24 * 60 * minutes).toISOString().slice(0, 10);
    const moment = () => new Date(at).toISOString();
    for (const { act, after, invoice, cents, ago, days, zone } of steps) {
      at += (1 + after) * minutes;
      const of = [studio.id, ids[invoice]] as const;
      const calls: Record<string, () => Promise<unknown>> = {
        send: () => call('send_invoice', ...of),
        fee: () => call('set_late_fee', ...of, cents),
        pay: () => call('record_payment', ...of, null, day(ago)),
        part: () => call('record_payment', ...of, cents, day(ago)),
        void: () => call('void_invoice', ...of),
        zone: () => call('change_workspace', studio.id, { time_zone: zone }),
        remove: async () => {
          const [payment] = await sql(
            'select id from corkboard.payments where invoice_id = $1 order by id limit 1',
            of[1],
          );
          if (payment) await call('remove_payment', studio.id, payment.id);
        },
        export: async () => {
          const period = { since: ago === 9 ? null : day(ago + days), until: day(ago + 1) };
          const recorded = { until: moment(), addedTo: null };
          const { booked } = await booksOf(studio.id, period, recorded);
          handedOut.push({ period, recorded, rows: rowsOf(booked) });
          await call(
            'finish_books_export',
            studio.id,
            'accounting',
            period.since,
            period.until,
            moment(),
            false,
            'o@studio.example',
          );
        },
      };
      await calls[act]!().catch(error => {
        if (error.code !== 'ZC001') throw error;
      });
      // As if it had happened at this moment.
      await sql(
        `with zone as (select corkboard.valid_time_zone(time_zone) as name from corkboard.workspaces where id = '${studio.id}'),
              day as (select (timestamptz '${moment()}' at time zone z.name)::date as today from zone z),
              fees as (update corkboard.late_fee_changes set recorded_at = '${moment()}', changed_on = (select today from day)
                        where workspace_id = '${studio.id}' and recorded_at > '2022-01-01'),
              paid as (update corkboard.payments set recorded_at = '${moment()}'
                        where workspace_id = '${studio.id}' and recorded_at > '2022-01-01'),
              credited as (update corkboard.credit_notes set created_at = '${moment()}', credited_on = (select today from day)
                            where workspace_id = '${studio.id}' and created_at > '2022-01-01'),
              removed as (update corkboard.removed_payments set removed_at = '${moment()}', removed_on = (select today from day)
                        where workspace_id = '${studio.id}' and removed_at > '2022-01-01')
         update corkboard.invoices
            set sent_at = case when sent_at > '2022-01-01' then '${moment()}' else sent_at end,
                voided_at = case when voided_at > '2022-01-01' then '${moment()}' else voided_at end
          where workspace_id = '${studio.id}' and greatest(sent_at, voided_at) > '2022-01-01'`,
      );
    }
    for (const { period, recorded, rows } of handedOut) {
      t.deepEqual(rowsOf((await booksOf(studio.id, period, recorded)).booked), rows);
      const now = rowsOf((await booksOf(studio.id, period)).booked);
      const missing = rows.filter(row => !now.includes(row));
      t.deepEqual(missing, []);
    }
    const everything = { since: null, until: null };
    const added = await booksOf(studio.id, everything, { until: null, addedTo: 'accounting' });
    const [told] = await sql('select * from corkboard.added_to_exported_periods($1)', studio.id);
    t.is(Number(told?.entries ?? 0), added.booked.length);
    // The newest download of a period and what was added to it since are all that it has now.
    const last = handedOut.at(-1);
    if (last) {
      const since = await booksOf(studio.id, last.period, { until: null, addedTo: 'accounting' });
      const now = await booksOf(studio.id, last.period);
      t.deepEqual([...last.rows, ...rowsOf(since.booked)].toSorted(), rowsOf(now.booked));
    }
    const { booked } = await booksOf(studio.id, everything);
    const [{ due }] = await sql(
      `select coalesce(sum(total_cents - part_paid_cents) filter (where status = 'SENT'), 0)::text as due
         from corkboard.invoices where workspace_id = $1`,
      studio.id,
    );
    const paid = booked.filter(({ type }) => type === 'payment');
    t.is(gross(booked) - 2n * gross(paid), BigInt(due));
    const [{ closing }] = await sql(
      `select coalesce(sum((c ->> 'closingCents')::bigint), 0)::text as closing
         from json_array_elements(corkboard.client_statement($1, $2, '2020-01-01', null) -> 'currencies') c`,
      ...[studio.id, project.clientId],
    );
    t.is(closing, due);
  };
  await t.notThrowsAsync(
    fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), holds), {
      numRuns: 5,
      // Paid after the export, on a day before it.
      examples: [
        [
          [
            { ...usual, act: 'send' },
            { ...usual, act: 'export' },
            { ...usual, act: 'pay', after: 60, ago: 2 },
          ],
        ],
      ],
      endOnFailure: true,
    }),
  );
});

test('an amount that is too large for DATEV is rejected before the file begins', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const line = { description: 'Site', quantityHundredths: 1_000_000, unitPriceCents: 100_000_000 };
  const { id } = await studio.invoice(projectId, { currency: 'EUR', lineItems: [line] });
  await call('send_invoice', studio.id, id);
  await sql(`update corkboard.invoices set sent_at = '2026-03-10 12:00Z' where id = $1`, id);
  const refused = await (await w.owner(studio.id)).get(datev);
  t.is(refused.status, 409);
  shows(t, refused, 'INV-0001 comes to more than DATEV takes: 9,999,999,999.99 EUR.');
});
