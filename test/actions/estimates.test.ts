import test from 'ava';
import { toFailure } from '../../src/errors/translate.ts';
import { act } from '../support/actor.ts';
import { sharedWorld } from '../support/world.ts';

// What an invoice takes over from its estimate, and what people do with one estimate at once. When it can be answered and turned
// into an invoice is in moves.test.ts.

const w = sharedWorld(test, 'api');
const { sql, call } = w;

async function sent(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project();
  const estimate = await studio.invoice(project.id, { kind: 'estimate', ...fields });
  await call('send_invoice', studio.id, estimate.id);
  return { studio, project, estimate, ids: { workspace: studio.id, invoice: estimate.id } };
}

test('an invoice takes over the estimate’s content, and the due date from the payment term', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const content = {
    lineItems: [
      { description: 'Design', quantityHundredths: 333, unitPriceCents: 1999, taxRateBps: 700 },
      { description: 'Print', quantityHundredths: 100, unitPriceCents: 5000, taxRateBps: null },
    ],
    ...{ discountCents: 777, taxRateBps: 1900, taxInclusive: true, currency: 'EUR', poNumber: 'PO-7' },
  };
  const estimate = await studio.invoice(project.id, {
    ...{ ...content, kind: 'estimate', dueDate: '2030-01-31', supplyDate: '2030-02-01', notes: 'Half now.' },
  });
  const details = { language: 'de', line_units: ['hours', null], zero_tax_reason: 'exempt' };
  await call('set_invoice_details', studio.id, estimate.id, JSON.stringify(details));
  await call('change_workspace', studio.id, { payment_term_days: 14, invoice_notes: 'Thank you.' });
  await call('send_invoice', studio.id, estimate.id);
  const { invoice } = await act(w.db, 'estimate.convert', { workspace: studio.id, invoice: estimate.id });
  t.like(invoice, { ...content, kind: 'invoice', number: 'INV-0001', status: 'DRAFT', createdVia: 'app' });
  t.is(invoice.totalCents, estimate.totalCents);
  t.is(invoice.supplyDate, null);
  const [row] = await sql(
    `select i.notes, i.language, i.line_units, i.zero_tax_reason, i.due_date - corkboard.workspace_today(i.workspace_id) as days
       from corkboard.invoices i where i.id = $1`,
    invoice.id,
  );
  t.deepEqual(row, { ...details, notes: 'Half now.', days: 14 });
  const [{ status }] = await sql('select status from corkboard.invoices where id = $1', estimate.id);
  t.is(status, 'SENT');
  await call('change_workspace', studio.id, { estimate_notes: 'Valid for 30 days.' });
  const plain = await studio.invoice(project.id, { kind: 'estimate', notes: 'Valid for 30 days.' });
  await call('send_invoice', studio.id, plain.id);
  const second = await act(w.db, 'estimate.convert', { workspace: studio.id, invoice: plain.id });
  t.deepEqual(await sql('select notes from corkboard.invoices where id = $1', second.invoice.id), [
    { notes: 'Thank you.' },
  ]);
});

/** How many of these calls were done, and the codes of the others. */
async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const all = await Promise.allSettled(calls);
  return all.map(one => (one.status === 'fulfilled' ? 'done' : toFailure(one.reason)!.code)).toSorted();
}

test('of people who turn one estimate into an invoice at once, one does, and the others get a conflict', async t => {
  const { studio, estimate } = await sent();
  const convert = () =>
    w.service.query('select corkboard.convert_estimate($1, $2, 2)', [studio.id, estimate.id]);
  t.deepEqual(await outcomes([convert(), convert(), convert()]), ['conflict', 'conflict', 'done']);
  const drafts = await sql(
    `select number from corkboard.invoices where workspace_id = $1 and kind = 'invoice'`,
    studio.id,
  );
  t.deepEqual(drafts, [{ number: 'INV-0001' }]);
});

test('of people who answer one estimate at once, one does, and the others get a conflict', async t => {
  const { studio, estimate } = await sent();
  const answer = (given: string) =>
    w.service.query('select corkboard.answer_estimate($1, $2, $3, $4)', [
      studio.id,
      estimate.id,
      given,
      'Ada',
    ]);
  const answers = [answer('accepted'), answer('declined'), answer('accepted')];
  t.deepEqual(await outcomes(answers), ['conflict', 'conflict', 'done']);
  t.is((await sql('select 1 from corkboard.estimate_answers where estimate_id = $1', estimate.id)).length, 1);
});
