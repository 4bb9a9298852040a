import test from 'ava';
import { rearranged } from '../../src/console/forms/rearrange.ts';
import { buttonsOf, fieldOf, lacks, type Seen, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

const w = consoleWorld(test);
const { sql } = w;

type Texts = Record<string, string>;

/** An owner at the form that drafts an invoice, and a function that presses one of the buttons that only show it again. */
async function atForm() {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'New site' });
  const owner = await w.owner(studio.id);
  const tab = `/projects/${project.id}?tab=invoices&new=draft`;
  const rearrange = (value: string, texts: Texts) =>
    owner.post(`/projects/${project.id}/invoices/draft`, { rearrange: value, ...texts });
  const drafts = 'select total_cents as total from corkboard.invoices where workspace_id = $1 order by id';
  const totals = async () => (await sql(drafts, studio.id)).map(({ total }) => total as string);
  return { studio, project, owner, tab, rearrange, totals };
}

/** The amounts below the lines, in order. */
const totalsIn = ({ text }: Seen): string[] => {
  const [, table] = /data-calculated="totals">([\s\S]*?)<\/table>/.exec(text)!;
  return [...table!.matchAll(/<td class="number">([^<]*)</g)].map(([, amount]) =>
    amount!.replace('\u00a0', ' '),
  );
};

/** The preview beside the form, and what follows it. */
const previewIn = ({ text }: Seen) => ({ text: text.split('data-calculated="preview">')[1]! });

const line = (at: number, description: string, unitPriceCents: string, more: Texts = {}): Texts =>
  Object.fromEntries(
    Object.entries({ description, unitPriceCents, ...more }).map(([name, text]) => [
      `lineItems.${at}.${name}`,
      text,
    ]),
  );

const terms = { currency: 'USD', taxRateBps: '20' };
const two = {
  ...line(0, 'Design', '100.00', { quantityHundredths: '2.5' }),
  ...line(1, 'Books', '33.33', { taxRateBps: '7' }),
};

test('the totals below the lines equal those of the saved draft', async t => {
  const { owner, tab, rearrange, totals } = await atForm();
  for (const [typed, total] of [
    [{ ...terms, ...two }, '$335.66'],
    [{ ...terms, ...two, discountCents: '10.01' }, '$323.80'],
    [{ ...terms, ...two, discountCents: '10 %' }, '$302.10'],
    [{ ...terms, ...two, taxInclusive: 'on' }, '$283.33'],
    [{ currency: 'KWD', taxRateBps: '5', ...line(0, 'Design', '1.005') }, 'KWD 1.055'],
  ] as [Texts, string][]) {
    const shown = await rearrange('calculate', typed);
    t.is(shown.status, 200);
    t.true(totalsIn(shown).includes(total), `${total} in ${totalsIn(shown)}`);
    shows(t, previewIn(shown), ` ${total} `);
    t.is((await owner.press(await owner.get(tab), 'Draft invoice', typed)).status, 303);
    t.is((await totals()).at(-1), total.replaceAll(/\D/g, ''));
  }
  const excess = await owner.press(await owner.get(tab), 'Draft invoice', {
    ...terms,
    ...two,
    discountCents: '100.5%',
  });
  shows(t, excess, 'Discount must be at most 100');
  t.is((await totals()).length, 5);
});

test('calculating saves nothing, keeps what was typed and says what is wrong', async t => {
  const { rearrange, totals } = await atForm();
  const wrong = { 'lineItems.1.unitPriceCents': 'much', dueDate: '2026-13-40', currency: 'euro' };
  const page = await rearrange('calculate', { ...terms, ...two, ...wrong });
  t.is(page.status, 200);
  t.deepEqual(totalsIn(page), ['$250.00', '$50.00', '$300.00']);
  t.regex(page.text, /<details class="editor"[^>]* open>[\s\S]*value="much"[\s\S]*aria-invalid="true"/);
  t.deepEqual(await totals(), []);
});

test('calculating shows the totals also with a choice that a form doesn’t offer', async t => {
  const { rearrange } = await atForm();
  for (const name of ['zeroTaxReason', 'language', 'kind', 'lineItems.0.unit']) {
    const page = await rearrange('calculate', { ...terms, ...two, [name]: '__proto__' });
    t.is(totalsIn(page).at(-1), '$335.66', name);
  }
});

test('the preview shows the document as the client would see it', async t => {
  const { rearrange } = await atForm();
  const typed = { notes: 'IBAN <b>', poNumber: 'PO-7', dueDate: '2026-12-24' };
  const page = await rearrange('calculate', { ...terms, ...two, ...typed, kind: 'invoice' });
  shows(t, previewIn(page), 'Invoice … PO-7', 'Amount due by December 24, 2026', 'Design', 'IBAN <b>');
  const estimate = await rearrange('calculate', { ...terms, ...two, kind: 'estimate' });
  t.regex(estimate.text, /<h2>Estimate<\/h2>/);
  lacks(t, estimate, 'Amount due');
});

const three = { ...terms, ...line(0, 'One', '1'), ...line(1, 'Two', '2'), ...line(2, 'Three', '3') };

test('buttons move and remove lines, save nothing and report no errors', async t => {
  for (const [rearrange, expected] of [
    ['up.lineItems.1', 'Two One Three'],
    ['down.lineItems.1', 'One Three Two'],
    ['remove.lineItems.1', 'One Three'],
    ['up.lineItems.0', 'One Two Three'],
    ['down.lineItems.2', 'One Two Three'],
    ['remove.lineItems.999', 'One Two Three'],
    ['up.unknown.1', 'One Two Three'],
    ['<script>', 'One Two Three'],
  ] as const) {
    const form = rearranged(new URLSearchParams({ rearrange, ...three }));
    const texts = [0, 1, 2, 3].map(at => form.get(`lineItems.${at}.description`));
    t.is(texts.filter(Boolean).join(' '), expected, rearrange);
  }
  const { rearrange, totals } = await atForm();
  const page = await rearrange('up.lineItems.1', { ...three, discountCents: 'half' });
  t.is(fieldOf(page, 'Description'), 'Two');
  t.notRegex(page.text, /role="alert"/);
  t.deepEqual(
    buttonsOf(page).filter(name => /^(?:Move|Remove)/.test(name)),
    [
      ...['Move down: Line 1', 'Remove: Line 1'],
      ...['Move up: Line 2', 'Move down: Line 2', 'Remove: Line 2'],
      ...['Move up: Line 3', 'Remove: Line 3'],
    ],
  );
  t.deepEqual(await totals(), []);
});

test('only the pages with the editor let their script send requests, and only to the console', async t => {
  const { studio, project, owner, tab } = await atForm();
  const draft = await studio.invoice(project.id);
  const policy = async (address: string) =>
    (await owner.get(address)).headers.get('content-security-policy')!;
  for (const address of [tab, `/invoices/${draft.id}`])
    t.regex(await policy(address), /; connect-src 'self'$/);
  await w.call('send_invoice', studio.id, draft.id);
  for (const address of ['/', `/projects/${project.id}`, `/invoices/${draft.id}`, '/settings'])
    t.notRegex(await policy(address), /connect-src/);
});

// The form that edits a draft, on the draft's page.

async function drafted(fields: object = {}) {
  const studio = await w.workspace({ label: 'Claude' });
  const project = await studio.project();
  const draft = await studio.invoice(project.id, fields);
  const stored = async () => (await sql('select * from corkboard.invoices where id = $1', draft.id))[0];
  return { studio, draft, stored, path: `/invoices/${draft.id}`, owner: await w.owner(studio.id) };
}

const lines = [
  { description: 'Design', quantityHundredths: 250, unitPriceCents: 8000, taxRateBps: 700 },
  { description: 'Hosting', quantityHundredths: 100, unitPriceCents: 1200, taxRateBps: null },
];
const everything = {
  ...{ lineItems: lines, currency: 'EUR', dueDate: '2030-01-31', notes: 'IBAN DE00', taxRateBps: 1900 },
  ...{ taxInclusive: true, discountCents: 500, poNumber: 'PO-7', supplyDate: '2029-12-24' },
};

test('the form contains all values of the draft, so that saving it unchanged changes nothing', async t => {
  const details = {
    ...{ language: 'nl', line_units: ['hours', null], supply_until: '2030-01-15' },
    ...{ zero_tax_reason: 'export' },
  };
  for (const [fields, given] of [
    [everything, details],
    [{ amountCents: 1500, currency: 'JPY' }, {}],
    // A currency of no country, which isn't listed.
    [{ amountCents: 1500, currency: 'XAU' }, {}],
  ] as const) {
    const { studio, draft, stored, path, owner } = await drafted(fields);
    await w.call('set_invoice_details', studio.id, draft.id, given);
    const before = await stored();
    const saved = await owner.press(await owner.get(`${path}?new=edit`), 'Save draft');
    t.is(saved.location, `${path}?done=invoice.edit`);
    t.deepEqual(await stored(), before);
  }
  const { stored, path, owner } = await drafted({ amountCents: 12_345, taxRateBps: 1000 });
  const page = await owner.follow(await owner.get(path), 'Edit draft');
  t.deepEqual(totalsIn(page), ['$123.45', '$12.35', '$135.80']);
  // An amount is in the currency that is chosen in the same form, the workspace's first.
  t.regex(
    page.text,
    /name="currency"[^>]*>\s*<option value="USD" selected>USD · US Dollar<\/option><option value="AED">/,
  );
  await owner.press(page, 'Save draft', { currency: 'JPY', amountCents: '12000' });
  t.like(await stored(), { currency: 'JPY', total_cents: '13200' });
});

test('a person corrects an assistant’s draft, and its page and the audit log say so', async t => {
  const { draft, stored, path, owner } = await drafted(everything);
  const saved = await owner.press(await owner.get(`${path}?new=edit`), 'Save draft', {
    ...{ 'lineItems.0.unitPriceCents': '90', 'lineItems.2.description': 'Fonts' },
    ...{ 'lineItems.2.unitPriceCents': '30', discountCents: '', poNumber: '', dueDate: '2030-02-28' },
  });
  t.is(saved.status, 303, saved.text);
  const page = await owner.get(saved.location!);
  shows(t, page, draft.number, 'Draft saved.', '€210.28', 'Fonts', 'February 28, 2030', 'Edited by');
  t.like(await stored(), { status: 'DRAFT', created_via: 'api', po_number: null, notes: 'IBAN DE00' });
  const log = await owner.get(`/settings/audit?record=${draft.id}`);
  shows(
    t,
    log,
    'edited the draft of an invoice or estimate',
    'Due date: January 31, 2030 February 28, 2030',
    'Discount: €5.00 €0.00',
    'PO number: PO-7 none',
    'Fonts: 1 × €30.00',
  );
  lacks(t, log, 'Currency:');
});

const period = { supplyDate: '2029-12-24', supplyUntil: '2030-01-15' };

test('units, a period of supply, language and reason are drafted, previewed, edited and in the audit log in words', async t => {
  const { studio, owner, tab, rearrange } = await atForm();
  const details = {
    ...{ ...period, language: 'de', zeroTaxReason: 'reverse_charge' },
    exchangeRateMillionths: '1.0893',
  };
  const typed = { ...terms, ...two, ...details, 'lineItems.0.unit': 'hours' };
  const shown = await rearrange('calculate', typed);
  t.regex(shown.text, /name="exchangeRateMillionths"[^>]* inputmode="decimal"/);
  const wrong = await owner.press(await owner.get(tab), 'Draft invoice', { ...typed, supplyDate: '' });
  shows(t, wrong, 'Date of supply is required if Supplied until is given.');
  const turned = await owner.press(wrong, 'Draft invoice', { ...period, supplyUntil: '2029-12-23' });
  shows(t, turned, 'Supplied until must not be before Date of supply.');
  t.is((await owner.press(turned, 'Draft invoice', period)).status, 303);
  const [{ id, ...drafted }] = await sql(
    `select id, version, line_units, supply_until::text, language, zero_tax_reason, (line_items -> 0 ->> 'unit') as unit,
            exchange_rate_millionths::integer as rate
       from corkboard.invoices where workspace_id = $1`,
    studio.id,
  );
  t.deepEqual(drafted, {
    ...{ version: 1, line_units: ['hours', null], supply_until: '2030-01-15', language: 'de', unit: null },
    zero_tax_reason: 'reverse_charge',
    rate: 1_089_300,
  });
  const page = await owner.get(`/invoices/${id}?new=edit`);
  const edited = await owner.press(page, 'Save draft', {
    ...{ 'lineItems.0.unit': 'days', 'lineItems.1.unit': 'flat', supplyUntil: '', language: '' },
    ...{ zeroTaxReason: 'zero_rated', exchangeRateMillionths: '1.1' },
  });
  t.is(edited.status, 303);
  shows(
    t,
    await owner.get(`/settings/audit?record=${id}`),
    'Language: German none',
    'Units: hours; none days; flat',
    'Supplied until: January 15, 2030 none',
    'Reason for a rate of 0: Reverse charge: the client pays the VAT Zero-rated',
  );
  const fewer = await owner.press(await owner.get(`/invoices/${id}?new=edit`), 'Remove: Line 2');
  await owner.press(fewer, 'Save draft');
  const [{ units }] = await sql('select line_units as units from corkboard.invoices where id = $1', id);
  t.deepEqual(units, ['days']);
});

test('a new draft begins with the client’s payment term, else the workspace’s, and the workspace’s notes for its kind', async t => {
  const { studio, project, owner, tab } = await atForm();
  const day = async (days: number) =>
    (await sql(`select (corkboard.workspace_today($1) + $2::integer)::text as day`, studio.id, days))[0].day;
  t.is(fieldOf(await owner.get(tab), 'Due date'), '');
  await w.call('change_workspace', studio.id, { payment_term_days: 30, invoice_notes: 'Thank you.' });
  const page = await owner.get(tab);
  t.deepEqual([fieldOf(page, 'Due date'), fieldOf(page, 'Notes')], [await day(30), 'Thank you.']);
  await w.call('change_workspace', studio.id, { estimate_notes: 'Valid for 30 days.' });
  const estimate = await owner.get(`${tab}&kind=estimate`);
  t.is(fieldOf(estimate, 'Notes'), 'Valid for 30 days.');
  const refused = await owner.press(estimate, 'Draft estimate', { ...terms, dueDate: '0026-01-31' });
  shows(t, refused, 'Not saved', 'Valid until must be');
  lacks(t, refused, 'Due date');
  const draft = await studio.invoice(project.id, { kind: 'estimate' });
  const edited = await owner.press(await owner.get(`/invoices/${draft.id}?new=edit`), 'Save draft', {
    dueDate: '0026-01-31',
  });
  shows(t, edited, 'Not saved', 'Valid until must be');
  lacks(t, edited, 'Due date');
  await w.call('change_client', studio.id, project.clientId, { payment_term_days: 0 });
  t.is(fieldOf(await owner.get(tab), 'Due date'), await day(0));
});
