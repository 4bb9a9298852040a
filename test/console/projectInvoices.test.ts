import test from 'ava';
import { Browser } from '../support/browser.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// The part of a project's page where a person drafts invoices and estimates.

const w = world(test);
const { sql } = w;

async function begun(options = {}, email?: string) {
  const studio = await w.workspace({ label: 'Claude', ...options });
  const project = await studio.project();
  const person = await signIn(w, studio.id, email ? { email } : {});
  const tab = `/projects/${project.id}?tab=invoices`;
  return { studio, project, person, browser: new Browser(w.baseUrl, person), tab };
}
const drafts = async (studio: { get(path: string): Promise<any> }) =>
  (await studio.get('/invoices')).body.data;

test('an empty list says how to draft an invoice; a draft is listed with its author', async t => {
  const { studio, project, browser, tab } = await begun();
  t.regex((await browser.get(tab)).text, /No invoices or estimates yet\./);
  await studio.invoice(project.id);
  const { status, text } = await browser.get(tab);
  t.is(status, 200);
  t.regex(text, /href="\/invoices\/[\w-]+">INV-0001</);
  t.regex(text, /<b>Claude<\/b> \(assistant, via API\)/);
});

test('only drafts have a link to their review', async t => {
  const { studio, project, browser, tab } = await begun();
  const draft = await studio.invoice(project.id);
  const sent = await studio.invoice(project.id);
  await sql('select corkboard.send_invoice($1, $2)', studio.id, sent.id);
  const { text } = await browser.get(tab);
  const links = [...text.matchAll(/<a href="([^"]+)" aria-label="([^"]+)">Review<\/a>/g)];
  t.deepEqual(
    links.map(([, href, name]) => [href, name]),
    [[`/invoices/${draft.id}`, `Review ${draft.number}`]],
  );
  t.regex((await browser.get(links[0]![1]!)).text, />Send invoice<\/button>/);
});

test('the list’s button sends a draft once, and its page shows the link to share', async t => {
  const { studio, project, browser, tab } = await begun();
  const [first, second] = [await studio.invoice(project.id), await studio.invoice(project.id)];
  const page = await browser.get(tab);
  const buttons = [
    ...page.text.matchAll(
      /<button formaction="([^"]+)" type="submit" name="version" value="1" class="quiet" aria-label="([^"]+)">Send<\/button>/g,
    ),
  ];
  t.deepEqual(
    buttons.map(([, action, name]) => [action, name]).sort(),
    [first, second].map(({ id, number }) => [`/invoices/${id}/send`, `Send ${number}`]).sort(),
  );
  const [, once] = /<form method="post"><input type="hidden" name="once" value="([^"]+)">/.exec(page.text)!;
  const send = () => browser.post(`/invoices/${first.id}/send`, { once: once! });
  const answers = await Promise.all([send(), send()]);
  for (const { status, location } of answers)
    t.deepEqual([status, location], [303, `/invoices/${first.id}?done=invoice.send`]);
  t.regex((await browser.get(answers[0]!.location!)).text, /role="status">[\s\S]*\/invoice\/[\w-]{43}/);
  const statuses = (await drafts(studio)).map(({ number, status }: any) => [number, status]);
  t.deepEqual(statuses.sort(), [
    [first.number, 'SENT'],
    [second.number, 'DRAFT'],
  ]);
  t.notRegex((await browser.get(tab)).text, new RegExp(`aria-label="Send ${first.number}"`));
});

test('the list’s button does not send a draft that was edited meanwhile', async t => {
  const { studio, project, browser, tab } = await begun();
  const draft = await studio.invoice(project.id, { amountCents: 1100 });
  const page = await browser.get(tab);
  const path = `/invoices/${draft.id}`;
  t.is((await browser.press(await browser.get(path), 'Save draft', { amountCents: '77' })).status, 303);
  const refused = await browser.press(page, 'Send');
  t.is(refused.status, 409);
  t.true(refused.text.includes('<li>Total: <del>$11.00</del> <ins>$77.00</ins></li>'));
  t.is((await browser.press(await browser.get(tab), 'Send')).location, `${path}?done=invoice.send`);
});

test('a flat amount is drafted in the person’s name, with the workspace’s tax, without using the allowance', async t => {
  const { studio, project, browser, tab, person } = await begun({
    taxRateBps: 1900,
    pricesIncludeTax: true,
    currency: 'EUR',
  });
  const before = await sql('select * from corkboard.monthly_writes where workspace_id = $1', studio.id);
  const page = await browser.get(tab);
  const typed = { amountCents: '1.190,00', dueDate: '2027-01-31', poNumber: ' PO  7 ', notes: 'IBAN' };
  const done = await browser.press(page, 'Draft invoice', { ...typed, taxInclusive: 'on' });
  t.is(done.location, `/projects/${project.id}?tab=invoices&done=draftInvoice`);
  const [invoice] = await drafts(studio);
  t.like(invoice, {
    number: 'INV-0001',
    kind: 'invoice',
    status: 'DRAFT',
    currency: 'EUR',
    amountCents: 119_000,
    taxCents: 19_000,
    taxRateBps: 1900,
    taxInclusive: true,
    poNumber: 'PO 7',
    dueDate: '2027-01-31',
    createdVia: 'app',
  });
  t.deepEqual(
    await sql('select action, via, actor from corkboard.audit_log where record_id = $1', invoice.id),
    [{ action: 'invoice.drafted', via: 'app', actor: person.email }],
  );
  t.deepEqual(await sql('select * from corkboard.monthly_writes where workspace_id = $1', studio.id), before);
  const { text } = await browser.get(done.location!);
  t.regex(text, /role="status">/);
  t.true(text.includes(`<b>${person.email}</b>`));
});

test('blank lines are left out of an invoice and of an estimate', async t => {
  const { studio, browser, tab } = await begun();
  const done = await browser.press(await browser.get(tab), 'Draft invoice', {
    kind: 'estimate',
    currency: 'KWD',
    'lineItems.1.description': 'Design',
    'lineItems.1.quantityHundredths': '2.5',
    'lineItems.1.unitPriceCents': '100.125',
    'lineItems.1.taxRateBps': '5',
    'lineItems.4.description': 'Books',
    'lineItems.4.unitPriceCents': '1',
  });
  t.is(done.status, 303);
  const [estimate] = await drafts(studio);
  t.like(estimate, { number: 'EST-0001', currency: 'KWD' });
  t.deepEqual(estimate.lineItems, [
    { description: 'Design', quantityHundredths: 250, unitPriceCents: 100_125, taxRateBps: 500 },
    { description: 'Books', quantityHundredths: 100, unitPriceCents: 1000, taxRateBps: null },
  ]);
});

test('an invoice in another currency than the project’s has that currency’s digits', async t => {
  const { studio, browser, tab } = await begun();
  const page = await browser.get(tab);
  const typed = { amountCents: '¥8,400', currency: 'JPY' };
  t.is((await browser.press(page, 'Draft invoice', typed)).status, 303);
  t.like((await drafts(studio))[0], { currency: 'JPY', amountCents: 8_400, discountCents: 0 });
  const refused = await browser.press(page, 'Draft invoice', {
    ...typed,
    discountCents: '¥400',
    taxRateBps: 'x',
  });
  t.is(refused.status, 422);
  t.is((await browser.press(refused, 'Draft invoice', { taxRateBps: '0' })).status, 303);
  t.like((await drafts(studio))[0], { currency: 'JPY', amountCents: 8_000, discountCents: 400 });
});

test('a rejected draft shows what was typed, with the reasons beside the fields, and nothing is drafted', async t => {
  const { studio, browser, tab } = await begun();
  const page = await browser.get(tab);
  const id = 'invoices-draft';
  const refusals: [typed: Record<string, string>, field: string, says: RegExp][] = [
    [{}, 'amountCents', /Flat amount is required, unless Lines is given/],
    [{ amountCents: 'many' }, 'amountCents', /Flat amount must be a number like 1234\.50/],
    [{ amountCents: '1', discountCents: '2' }, 'discountCents', /Discount must not exceed the subtotal/],
    [{ amountCents: '1', taxRateBps: '' }, 'taxRateBps', /Tax rate \(%\) is required/],
    [
      { amountCents: '100', discountCents: '10 %' },
      'discountCents',
      /Discount must be an amount in USD, not a percentage/,
    ],
    [
      { amountCents: '100', discountCents: 'EUR 50' },
      'discountCents',
      /Discount must be an amount in USD, not in EUR/,
    ],
    [
      { 'lineItems.0.description': 'x', 'lineItems.0.unitPriceCents': '€100' },
      'lineItems-0-unitPriceCents',
      /Lines 1, Unit price must be an amount in USD, not in €/,
    ],
    [
      { amountCents: '$100', currency: 'EUR' },
      'amountCents',
      /Flat amount must be an amount in EUR, not in \$/,
    ],
    [{ amountCents: '1', currency: 'euro' }, 'currency', /Currency must be three uppercase letters/],
    [
      { 'lineItems.3.description': 'Design' },
      'lineItems-3-unitPriceCents',
      /Lines 4, Unit price is required/,
    ],
    [
      { amountCents: '1', 'lineItems.0.description': 'x', 'lineItems.0.unitPriceCents': '1' },
      'lineItems',
      /Lines cannot be combined with Flat amount: leave one of them out\./,
    ],
  ];
  for (const [typed, field, says] of refusals) {
    const { status, text } = await browser.press(page, 'Draft invoice', { notes: 'Kept <b>', ...typed });
    t.is(status, 422, field);
    t.true(text.includes(`href="#${id}-${field}"`), field);
    t.true(text.includes(`id="${id}-${field}"`), field);
    t.regex(text, says);
    t.true(text.includes('Kept &lt;b&gt;</textarea>'));
    t.regex(text, /aria-current="page">Invoices</);
  }
  t.deepEqual(await drafts(studio), []);
});

/** How many lines a page has room for. */
const linesOf = ({ text }: { text: string }) => text.match(/aria-label="Lines \d+"/g)?.length;

test('More lines adds lines, up to 50, keeps what was typed, and drafts nothing', async t => {
  const { studio, browser, tab } = await begun();
  let page = await browser.get(tab);
  t.is(linesOf(page), 3);
  const typed = { taxRateBps: '', notes: 'Kept', 'lineItems.1.description': 'Design' };
  page = await browser.press(page, 'More lines', typed);
  t.is(page.status, 200);
  t.is(linesOf(page), 6);
  t.regex(page.text, /<details[^>]* open/);
  for (const kept of ['Kept</textarea>', 'value="Design"']) t.true(page.text.includes(kept), kept);
  t.notRegex(page.text, /role="alert"/);
  const refused = await browser.press(page, 'Draft invoice');
  t.is(refused.status, 422);
  t.is(linesOf(refused), 5, 'three after the last that is filled in');
  for (let pages = 0; page.text.includes('>More lines</button>') && pages < 1_000; pages++)
    page = await browser.press(page, 'More lines');
  t.is(linesOf(page), 50);
  t.deepEqual(await drafts(studio), []);
  const last = { 'lineItems.49.description': 'Proofs', 'lineItems.49.unitPriceCents': '5' };
  const done = await browser.press(page, 'Draft invoice', {
    taxRateBps: '0',
    'lineItems.1.unitPriceCents': '7',
    ...last,
  });
  t.is(done.status, 303);
  const [{ lineItems }] = await drafts(studio);
  t.deepEqual(
    lineItems.map(({ description }: { description: string }) => description),
    ['Design', 'Proofs'],
  );
});

test('no more lines are shown than an invoice may have', async t => {
  const { project, browser } = await begun();
  const path = `/projects/${project.id}/invoices/draft`;
  for (const more of ['1e9', '-1', 'x', '']) t.true(linesOf(await browser.post(path, { more }))! <= 50, more);
});

test('the form’s first button, which Enter presses, only shows the form again', async t => {
  const { browser, tab, person } = await begun();
  const page = await browser.get(tab);
  const refused = await browser.press(page, 'Draft invoice', { 'lineItems.0.description': 'Design' });
  await sql('delete from corkboard.sessions where token_hash = $1', person.tokenHash);
  const kept = await browser.press(page, 'Draft invoice', { amountCents: '1' });
  t.deepEqual(buttonsOf(page.text), ['Enter', 'More lines', 'Recalculate', 'Draft invoice']);
  t.deepEqual(buttonsOf(refused.text), ['Enter', '×', 'More lines', 'Recalculate', 'Draft invoice']);
  t.is(kept.status, 422);
  t.deepEqual(buttonsOf(kept.text), ['Enter', 'Draft invoice']);
});

/** The buttons of the form that drafts an invoice, in order. */
function buttonsOf(page: string): string[] {
  const [form] = /<form method="post" action="[^"]+\/invoices\/draft[\s\S]*?<\/form>/.exec(page)!;
  return [...form.matchAll(/<button[^>]*>([^<]*)</g)].map(([, text]) => text!);
}
