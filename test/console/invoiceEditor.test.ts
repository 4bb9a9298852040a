import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

type Texts = Record<string, string>;

/**
 * An owner at the form that drafts an invoice, and a function that presses one of the buttons that only show it again.
 */
async function atForm(settings: { currency?: string } = {}) {
  const studio = await w.workspace(settings);
  const project = await studio.project({ name: 'New site' });
  const owner = await p.owner(studio.id);
  const tab = `/projects/${project.id}?tab=invoices`;
  const rearrange = (value: string, texts: Texts) =>
    owner.post(`/projects/${project.id}/invoices/draft`, { rearrange: value, ...texts });
  const stored = () =>
    sql(
      'select total_cents, tax_cents from corkboard.invoices where workspace_id = $1 order by id',
      studio.id,
    );
  return { studio, project, owner, tab, rearrange, stored };
}

/** The amounts below the lines, in order. */
const totalsIn = (page: string): string[] => {
  const [, part] = /data-calculated="totals">([\s\S]*?)<\/table>/.exec(page)!;
  return [...part!.matchAll(/<td class="number">([^<]*)</g)].map(([, amount]) => amount!);
};

/** The descriptions in the lines of the form, in order, without blank ones. */
const linesIn = (page: string): string[] =>
  [...page.matchAll(/name="lineItems\.\d+\.description" value="([^"]+)"/g)].map(([, text]) => text!);

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
  const { owner, tab, rearrange, stored } = await atForm();
  for (const [typed, total] of [
    [{ ...terms, ...two }, '$335.66'],
    [{ ...terms, ...two, discountCents: '10.01' }, '$323.80'],
    [{ ...terms, ...two, taxInclusive: 'on' }, '$283.33'],
    [{ ...terms, amountCents: '99.99' }, '$119.99'],
    [{ currency: 'JPY', taxRateBps: '10', ...line(0, 'Design', '1005') }, '¥1,106'],
    [{ currency: 'KWD', taxRateBps: '5', ...line(0, 'Design', '1.005') }, 'KWD 1.055'],
  ] as [Texts, string][]) {
    const shown = await rearrange('calculate', typed);
    t.is(shown.status, 200);
    t.true(totalsIn(shown.text).includes(total), `${total} in ${totalsIn(shown.text)}`);
    t.true(shown.text.includes(`<strong>${total}</strong>`), 'the preview asks for the total');
    const before = (await stored()).length;
    t.is((await owner.press(await owner.get(tab), 'Draft invoice', typed)).status, 303);
    const after = await stored();
    t.is(after.length, before + 1);
    const digits = String(after.at(-1).total_cents);
    t.is(total.replaceAll(/\D/g, ''), digits);
  }
});

test('calculating saves nothing, keeps what was typed and says what is wrong', async t => {
  const { rearrange, stored } = await atForm();
  const typed = {
    ...terms,
    ...two,
    'lineItems.1.unitPriceCents': 'much',
    dueDate: '2026-13-40',
    currency: 'euro',
  };
  const { status, text } = await rearrange('calculate', typed);
  t.is(status, 200);
  t.deepEqual(totalsIn(text), ['$250.00', '$50.00', '$300.00']);
  t.regex(text, /<details class="editor" open>[\s\S]*value="much"[\s\S]*aria-invalid="true"/);
  t.deepEqual(await stored(), []);
});

test('the preview shows the document as the client would see it', async t => {
  const { rearrange } = await atForm();
  const { text } = await rearrange('calculate', {
    ...terms,
    ...two,
    notes: 'IBAN <b>',
    poNumber: 'PO-7',
    dueDate: '2026-12-24',
    kind: 'invoice',
  });
  const [, preview] = /data-calculated="preview">([\s\S]*?)<\/section>\s*<\/div>/.exec(text)!;
  for (const shown of [
    '<h2>Invoice</h2>',
    'Design',
    'PO-7',
    'IBAN &lt;b&gt;',
    'Amount due by December 24, 2026',
  ])
    t.true(preview!.includes(shown), shown);
  const estimate = await rearrange('calculate', { ...terms, ...two, kind: 'estimate' });
  t.regex(estimate.text, /<h2>Estimate<\/h2>/);
  t.notRegex(estimate.text, /class="due"/);
});

const three = { ...terms, ...line(0, 'One', '1'), ...line(1, 'Two', '2'), ...line(2, 'Three', '3') };
for (const [button, expected] of [
  ['up.lineItems.1', ['Two', 'One', 'Three']],
  ['down.lineItems.1', ['One', 'Three', 'Two']],
  ['remove.lineItems.1', ['One', 'Three']],
  ['up.lineItems.0', ['One', 'Two', 'Three']],
  ['down.lineItems.2', ['One', 'Two', 'Three']],
  ['remove.lineItems.999', ['One', 'Two', 'Three']],
  ['up.unknown.1', ['One', 'Two', 'Three']],
  ['<script>', ['One', 'Two', 'Three']],
] as const)
  test(`the button ${button} rearranges the lines, saves nothing and reports no errors`, async t => {
    const { rearrange, stored } = await atForm();
    const { status, text } = await rearrange(button, { ...three, discountCents: 'half' });
    t.is(status, 200);
    t.deepEqual(linesIn(text), [...expected]);
    t.notRegex(text, /role="alert"/);
    t.deepEqual(await stored(), []);
  });

test('filled lines have buttons to move and remove them, by name, and blank ones have none', async t => {
  const { rearrange } = await atForm();
  const { text } = await rearrange('calculate', three);
  const names = [...text.matchAll(/aria-label="((?:Move up|Move down|Remove): [^"]*)"/g)].map(
    ([, name]) => name,
  );
  t.deepEqual(names, [
    'Move down: Lines 1',
    'Remove: Lines 1',
    'Move up: Lines 2',
    'Move down: Lines 2',
    'Remove: Lines 2',
    'Move up: Lines 3',
    'Remove: Lines 3',
  ]);
});

test('a draft opens with its totals, and a form from another person’s session is not calculated', async t => {
  const { studio, project, owner } = await atForm();
  const draft = await studio.invoice(project.id, { amountCents: 12_345, taxRateBps: 1000 });
  const { text } = await owner.get(`/invoices/${draft.id}`);
  t.deepEqual(totalsIn(text), ['$123.45', '$12.35', '$135.80']);
  const stranger = await p.owner((await w.workspace()).id);
  t.is((await stranger.post(`/invoices/${draft.id}/edit`, { rearrange: 'calculate', ...terms })).status, 404);
});

test('only the pages with the editor let their script send requests, and only to the console', async t => {
  const { studio, project, owner, tab } = await atForm();
  const draft = await studio.invoice(project.id);
  const policy = async (address: string) =>
    (await owner.get(address)).headers.get('content-security-policy')!;
  for (const address of [tab, `/invoices/${draft.id}`])
    t.regex(await policy(address), /; connect-src 'self'$/);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, draft.id);
  for (const address of ['/', `/projects/${project.id}`, `/invoices/${draft.id}`, '/settings'])
    t.notRegex(await policy(address), /connect-src/);
});

// The form that edits a draft, on the draft's page.

async function drafted(fields: object = {}) {
  const studio = await w.workspace({ label: 'Claude' });
  const project = await studio.project();
  const draft = await studio.invoice(project.id, fields);
  return { studio, draft, path: `/invoices/${draft.id}`, owner: await p.owner(studio.id) };
}

const stored = async (id: string) => (await sql('select * from corkboard.invoices where id = $1', id))[0];

const lines = [
  { description: 'Design', quantityHundredths: 250, unitPriceCents: 8000, taxRateBps: 700 },
  { description: 'Hosting', quantityHundredths: 100, unitPriceCents: 1200, taxRateBps: null },
];
const everything = {
  ...{ lineItems: lines, currency: 'EUR', dueDate: '2030-01-31', notes: 'IBAN DE00', taxRateBps: 1900 },
  ...{ taxInclusive: true, discountCents: 500, poNumber: 'PO-7', supplyDate: '2029-12-24' },
};

test('the form contains all values of the draft, so that saving it unchanged changes nothing', async t => {
  for (const fields of [everything, { amountCents: 1500, currency: 'JPY' }]) {
    const { draft, path, owner } = await drafted(fields);
    const before = await stored(draft.id);
    const saved = await owner.press(await owner.get(path), 'Save draft');
    t.is(saved.status, 303, saved.text);
    t.is(saved.location, `${path}?done=invoice.edit`);
    t.deepEqual(await stored(draft.id), before);
  }
});

test('a person corrects an assistant’s draft, and its page and the audit log say so', async t => {
  const { draft, path, owner } = await drafted(everything);
  const saved = await owner.press(await owner.get(path), 'Save draft', {
    'lineItems.0.unitPriceCents': '90',
    'lineItems.2.description': 'Fonts',
    'lineItems.2.unitPriceCents': '30',
    discountCents: '',
    poNumber: '',
    dueDate: '2030-02-28',
  });
  t.is(saved.status, 303, saved.text);
  const { text } = await owner.get(saved.location!);
  for (const shown of ['Draft saved.', draft.number, '€225.00', 'Fonts', 'February 28, 2030', 'Edited by'])
    t.true(text.includes(shown), shown);
  t.like(await stored(draft.id), {
    status: 'DRAFT',
    created_via: 'api',
    po_number: null,
    notes: 'IBAN DE00',
  });
  const log = (await owner.get(`/settings/audit?record=${draft.id}`)).text;
  for (const shown of [
    'edited the draft of an invoice or estimate',
    '<li>Due date: <del>January 31, 2030</del> <ins>February 28, 2030</ins></li>',
    '<li>Discount: <del>€5.00</del> <ins>€0.00</ins></li>',
    '<li>PO number: <del>PO-7</del> <ins>none</ins></li>',
    'Fonts: 1 × €30.00',
  ])
    t.true(log.includes(shown), shown);
  t.false(log.includes('Currency:'));
});

test('amounts are in the currency that is chosen in the same form', async t => {
  const { draft, path, owner } = await drafted({ amountCents: 10_050, currency: 'USD' });
  const yen = { currency: 'JPY', amountCents: '12000' };
  const saved = await owner.press(await owner.get(path), 'Save draft', yen);
  t.is(saved.status, 303, saved.text);
  t.like(await stored(draft.id), { currency: 'JPY', total_cents: '12000' });
});

test('if two people edit a draft, the second one gets 409 with what they typed, and can then save it', async t => {
  const { studio, draft, path, owner } = await drafted({ amountCents: 10_000, currency: 'USD' });
  const colleague = await p.member(studio.id);
  const [one, other] = [await owner.get(path), await colleague.get(path)];
  t.is((await owner.press(one, 'Save draft', { amountCents: '110', notes: 'From Ada' })).status, 303);
  const rejected = await colleague.press(other, 'Save draft', { amountCents: '120', poNumber: 'PO-9' });
  t.is(rejected.status, 409);
  t.true(rejected.text.includes(`${draft.number} was edited by ${owner.person.email} since you opened it.`));
  t.regex(rejected.text, /<details class="editor" open>[\s\S]*value="120"/);
  t.true(rejected.text.includes('value="PO-9"'));
  t.true(rejected.text.includes('From Ada'));
  t.like(await stored(draft.id), { total_cents: '11000', po_number: null });
  t.is((await colleague.press(rejected, 'Save draft')).status, 303);
  t.like(await stored(draft.id), { total_cents: '12000', po_number: 'PO-9', version: 3 });
});
