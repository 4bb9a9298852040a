import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

// The form that edits a draft, on the draft's page.

const w = world(test);
const p = people(test, w);
const { sql } = w;

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
