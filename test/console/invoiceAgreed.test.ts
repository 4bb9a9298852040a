import test from 'ava';
import { act } from '../support/actor.ts';
import { lacks, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';

// What was agreed on Home, on the tab of invoices and on a draft, and the page that bills it. The rules are tried in
// test/actions/invoiceAgreed.test.ts.

const w = consoleWorld(test);

test('an approved scope is offered on Home, billed in parts, closed and reopened', async t => {
  const studio = await w.workspace({ currency: 'EUR', taxRateBps: 1900 });
  const { id } = await studio.project({ name: 'Website' });
  await studio.scope(id, { deliverables: ['Menu', 'Shop'], priceCents: 100_000 });
  const member = await w.member(studio.id);
  const tab = `/projects/${id}?tab=invoices`;
  lacks(t, await member.get(tab), 'Agreed and invoiced');
  await act(w.db, 'scope.approve', { workspace: studio.id, project: id }, { by: 'Ines' });
  const home = await member.get('/');
  shows(t, home, 'To invoice €1,190.00 1 agreed item', 'The scope of Website isn’t invoiced yet');
  t.deepEqual(
    rowsOf(home.text)
      .find(([first]) => first === 'EUR')
      ?.slice(1, 3),
    ['€1,000.00 €1,190.00 with tax', '€0.00'],
  );
  const page = await member.follow(await member.get(tab), 'Invoice Website');
  shows(t, page, 'Website: €1,000.00 to invoice', 'Subtotal €1,000.00 … Tax (19%) €190.00 … Total €1,190.00');
  shows(
    t,
    await member.get(`${page.path}&percentBps=50&amountCents=5`),
    'must be left blank if you give a percentage',
  );
  const much = await member.get(`${page.path}&amountCents=1200&by=deliverable`);
  shows(
    t,
    much,
    'Part of Shop',
    'divided equally',
    'That is €200.00 more than what remains',
    'Draft it anyway',
  );
  const half = await member.get(`${page.path}&percentBps=50`);
  shows(t, half, '50% of Website, as agreed on');
  const done = await member.press(half, 'Draft invoice');
  const draft = await member.get(done.location!);
  shows(t, draft, 'Draft created.', '50% of Website', 'Agreed work');
  const refused = await member.press(page, 'Draft invoice');
  t.is(refused.status, 409);
  shows(t, refused, 'was changed meanwhile', 'Rest of Website', 'Invoiced before: INV-0001: €500.00 +');
  lacks(t, await member.get('/'), 'The scope of Website');
  const freed = await member.press(draft, 'Assign', { item: '' });
  shows(t, await member.get(freed.location!), 'Saved what the invoice bills.');
  const closed = await member.press(await member.get(tab), 'Close Website');
  shows(t, await member.get(closed.location!), 'Nothing more is to be invoiced of it.', 'Closed');
  lacks(t, await member.get('/'), 'The scope of Website');
  shows(t, await member.get(page.path), 'Nothing was agreed that can be invoiced');
  const reopened = await member.press(await member.get(tab), 'Reopen Website');
  shows(t, await member.get(reopened.location!), 'It can be invoiced again.', 'Invoice');
});

test('a payment plan is saved for the version that the page showed', async t => {
  const studio = await w.workspace({ currency: 'EUR' });
  const { id } = await studio.project({ name: 'Website' });
  const draft = () => studio.scope(id, { deliverables: ['Menu'], priceCents: 100_000 });
  await draft();
  const estimate = await studio.invoice(id, { kind: 'estimate', amountCents: 100_000 });
  const member = await w.member(studio.id);
  const part = { 'parts.0.shareBps': '100', 'parts.0.due': 'request' };
  const changed: [string, () => Promise<unknown>][] = [
    [`/projects/${id}?tab=scope`, draft],
    [
      `/invoices/${estimate.id}`,
      () => w.sql('update corkboard.invoices set version = version + 1 where id = $1', estimate.id),
    ],
  ];
  for (const [path, change] of changed) {
    const opened = async () => member.follow(await member.get(path), 'Add payment plan');
    const page = await opened();
    await change();
    const refused = await member.press(page, 'Save payment plan', part);
    t.is(refused.status, 409, path);
    const saved = await member.press(await opened(), 'Save payment plan', part);
    shows(t, await member.get(saved.location!), 'Payment plan saved.', 'Payment 1', 'due as arranged');
  }
});
