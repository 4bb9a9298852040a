import test from 'ava';
import type { Account } from '../support/account.ts';
import { callTool } from '../support/tools.ts';
import { world } from '../support/world.ts';

// The work of a month as an assistant does it who knows the tools by their list alone.
const w = world(test);

/** Calls a tool, and fails if it rejects the call. */
async function done(
  t: { false(value: boolean, message: string): unknown },
  studio: Account,
  name: string,
  args = {},
) {
  const { isError, body } = await callTool(studio, name, args);
  t.false(isError, JSON.stringify(body));
  return body;
}

const workdays = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17', '18', '19', '20'];

for (const pricesIncludeTax of [false, true]) {
  const usual = `prices ${pricesIncludeTax ? 'include' : 'exclude'} tax`;

  test(`an assistant sets up a client, a project, a scope, a month of time and two invoices where ${usual}`, async t => {
    const studio = await w.workspace({ currency: 'EUR', taxRateBps: 1900, pricesIncludeTax });
    const call = (name: string, args?: object) => done(t, studio, name, args);
    const { workspace } = await call('get_workspace');
    t.is(workspace.defaultCurrency, 'EUR');
    t.is((await call('list_clients', { search: 'Tanaka' })).page.total, 0);
    const { client } = await call('create_client', { name: 'Tanaka KK' });
    const { project } = await call('create_project', {
      clientId: client.id,
      name: 'Site',
      hourlyRateCents: 9500,
    });
    const { id } = project;
    const { scope } = await call('draft_scope', {
      id,
      deliverables: ['Home page', 'Shop'],
      priceCents: 840_000,
    });
    t.like(scope, { priceCents: 840_000, currency: 'EUR', revisionRounds: 2 });
    for (const day of workdays) {
      await call('log_time', { id, minutes: 165, date: `2026-11-${day}`, description: 'Shop' });
    }
    const { time } = (await call('get_project', { id })).project;
    t.deepEqual(time, { entryCount: 15, totalMinutes: 2475, billableMinutes: 2475 });

    const hours = await call('draft_invoice', {
      projectId: id,
      currency: 'EUR',
      taxRateBps: 2000,
      taxInclusive: false,
      lineItems: [{ description: 'Design in November', quantityHundredths: 4125, unitPriceCents: 9500 }],
    });
    t.like(hours.invoice, { totalCents: 470_250, taxCents: 78_375, currency: 'EUR' });
    t.regex(hours.next, /3,918\.75 EUR plus 20 % tax \(783\.75 EUR\), 4,702\.50 EUR in all/);
    const yen = await call('draft_invoice', {
      projectId: id,
      currency: 'JPY',
      taxRateBps: 0,
      amountCents: 350_000,
    });
    t.like(yen.invoice, { totalCents: 350_000, taxCents: 0, currency: 'JPY' });
    t.regex(yen.next, /350,000 JPY without tax/);
  });
}

test('two refusals are enough for an assistant that guesses its arguments', async t => {
  const studio = await w.workspace();
  const { id, name } = await studio.project({ name: 'Autumn campaign' });
  const guess = { projectId: name, amount: 120_000, taxRate: 20, dueDate: '15.12.2026' };
  const first = await callTool(studio, 'draft_invoice', guess);
  t.regex(
    first.body.error,
    /Did you mean amountCents\?.* Did you mean taxRateBps or taxInclusive\?.* YYYY-MM-DD/,
  );
  const corrected = {
    projectId: name,
    amountCents: 120_000,
    taxRateBps: 2000,
    taxInclusive: false,
    dueDate: '2026-12-15',
  };
  const second = await callTool(studio, 'draft_invoice', corrected);
  t.regex(second.body.error, /find it with list_projects/);
  const { data } = await done(t, studio, 'list_projects');
  const { invoice } = await done(t, studio, 'draft_invoice', { ...corrected, projectId: data[0].id });
  t.like(invoice, { projectId: id, totalCents: 144_000 });
});
