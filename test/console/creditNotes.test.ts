import test from 'ava';
import { buttonsOf, lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { invoiceLink, portalLinks } from '../support/shareLinks.ts';

const w = consoleWorld(test);
const { sql, call } = w;

const line = (description: string, unitPriceCents: number) => ({
  ...{ description, unitPriceCents, quantityHundredths: 100, taxRateBps: null },
});

async function sent() {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada Marsh' });
  const project = await studio.project({ clientId: client.id });
  const send = async (fields: object = {}) => {
    const { id } = await studio.invoice(project.id, {
      ...{ lineItems: [line('Design', 10_000), line('Photos', 5_000)], currency: 'EUR', taxRateBps: 2000 },
      ...fields,
    });
    await call('send_invoice', studio.id, id);
    return id as string;
  };
  const id = await send();
  return {
    studio,
    client,
    send,
    id,
    path: `/invoices/${id}`,
    owner: await w.owner(studio.id),
    link: await invoiceLink(w, id),
  };
}

test('a sent invoice is corrected line by line and by amounts, and each credit note is a document of its own', async t => {
  const { id, studio, path, owner, link } = await sent();
  shows(t, await owner.get(path), 'Correct this invoice');
  const page = await owner.get(`${path}/correct`);
  shows(t, page, 'All of it', '€180.00', 'Some lines', 'Design', 'Photos', 'Up to €180.00 at 20%');
  const nothing = await owner.post(`${path}/correct/lines`, { reason: 'Late' });
  t.is(nothing.status, 422);
  shows(t, nothing, 'must come to more than 0');
  const done = await owner.post(`${path}/correct/lines`, { reason: 'No photos were taken', lines: '2' });
  t.is(done.location, `${path}/credit-notes/CN-0001?done=invoice.credit-lines`);
  const amount = { reason: 'Discount', amountCents: '12.00', taxRateBps: '20' };
  for (const blank of [{ amountCents: ' ' }, { taxRateBps: ' ' }, { amountCents: ' ', taxRateBps: ' ' }]) {
    const refused = await owner.post(`${path}/correct/amount`, { ...amount, ...blank });
    t.is(refused.status, 422);
    shows(t, refused, 'is required');
  }
  t.is((await owner.post(`${path}/correct/amount`, amount)).status, 303);
  shows(
    t,
    await owner.get(`${path}/credit-notes/CN-0001`),
    'Photos',
    'No photos were taken',
    'Amount credited',
    '€60.00',
  );
  const after = await owner.get(path);
  shows(t, after, 'Partly credited', 'CN-0001', 'CN-0002', '€108.00');
  shows(t, await owner.get(`${path}/send`), 'Partly credited');
  const client = w.stranger();
  for (const [number, ...texts] of [
    ['CN-0001', 'Photos', 'INV-0001 of'],
    ['CN-0002', 'Reduction of invoice INV-0001', '€10.00', '€2.00'],
  ] as string[][])
    shows(t, await client.get(`${link}/credit-notes/${number}`), `Credit note ${number}`, ...texts);
  t.is((await client.get(`${link}/credit-notes/CN-0003`)).status, 404);
  const invoice = await client.get(link);
  shows(t, invoice, 'Credit notes', '-€72.00', 'Amount due', '€108.00');
  shows(t, await client.follow(invoice, 'Credit note CN-0002'), 'Reduction of invoice INV-0001');
  const issued = await sql(
    `select d.kind from corkboard.issued_documents d where d.workspace_id = $1 order by d.requested_at`,
    studio.id,
  );
  t.deepEqual(
    issued.map(({ kind }) => kind),
    ['invoice', 'credit_note', 'credit_note'],
  );
  const voided = await owner.post(`${path}/void`, { reason: 'Sent to the wrong client' });
  t.is(voided.status, 303);
  lacks(t, await owner.get(path), 'Correct this invoice');
  shows(t, await client.get(`${link}/credit-notes/CN-0003`), 'Sent to the wrong client', '€108.00');
  const [last] = await sql(
    `select voided_at is not null as is_marked from corkboard.issued_documents where record_id = $1 order by version desc limit 1`,
    id,
  );
  t.deepEqual(last, { is_marked: true });
});

test('what was paid beyond a credit is refunded, or pays another invoice of the client', async t => {
  const { id, studio, send, path, owner } = await sent();
  await call('record_payment', studio.id, id);
  shows(t, await owner.get(`${path}/correct`), 'What was paid, €180.00, becomes a balance');
  await owner.post(`${path}/correct`, { reason: 'Canceled' });
  const other = await send();
  const page = await owner.get(path);
  shows(t, page, 'Balance', 'INV-0002, €180.00 due');
  t.true(buttonsOf(page).includes('Record refund'));
  const on = new Date().toISOString().slice(0, 10);
  await owner.post(`${path}/refund`, { amountCents: '30.00', on });
  t.is(
    (await owner.post(`${path}/transfer-balance`, { toInvoice: other, amountCents: '150.00', on })).status,
    303,
  );
  shows(t, await owner.get(`/invoices/${other}`), 'Partly paid', '€30.00', 'Transfer of');
  lacks(t, await owner.get(path), 'Record refund');
});

test('what a page showed before a change is not credited, refunded or transferred', async t => {
  const { id, studio, send, path, owner } = await sent();
  await send();
  await call('record_payment', studio.id, id);
  await call('credit_invoice', studio.id, id, 'A', null, 1_000, 2000);
  const [correct, shown] = await Promise.all([owner.get(`${path}/correct`), owner.get(path)]);
  await call('credit_invoice', studio.id, id, 'B', null, 1_000, 2000);
  for (const [page, action] of [
    [correct, `${path}/correct`],
    [shown, `${path}/refund`],
    [shown, `${path}/transfer-balance`],
  ] as const) {
    const forms = [...page.text.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => ({ text }));
    const form = forms.find(({ text }) => new RegExp(`action="${action}[?"]`).test(text))!;
    const pressed = await owner.press(form, buttonsOf(form)[0]!, { reason: 'C' });
    t.is(pressed.status, 409, action);
  }
});

test('slashes and dots in the number of a credit note are hyphens in its addresses', async t => {
  const { studio, client, path, owner, link } = await sent();
  await call('set_number_series', studio.id, 'credit_note', 'CN/{number}.pdf', false, 7);
  const done = await owner.post(`${path}/correct/lines`, { reason: 'Late', lines: '2' });
  t.is(done.location, `${path}/credit-notes/CN-7-pdf?done=invoice.credit-lines`);
  const page = await owner.get(done.location!);
  shows(t, page, 'CN/7.pdf');
  t.true(page.text.includes(`${link}/credit-notes/CN-7-pdf`));
  shows(t, await w.stranger().get(`${link}/credit-notes/CN-7-pdf`), 'Credit note CN/7.pdf');
  shows(t, await owner.get(`${path}/credit-notes/CN-7-pdf/send`), 'CN/7.pdf');
  await call('open_portal', studio.id, client.id);
  const { portal } = await portalLinks(w, client.id);
  t.true((await w.stranger().get(portal)).text.includes(`${link}/credit-notes/CN-7-pdf`));
  const [mailed] = await sql(
    `select (corkboard.mailed_record(workspace_id, 'credit_note', id)).link from corkboard.credit_notes where workspace_id = $1`,
    studio.id,
  );
  t.is(mailed.link, `${link}/credit-notes/CN-7-pdf`);
});
