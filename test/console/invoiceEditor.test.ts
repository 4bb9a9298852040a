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
