import test from 'ava';
import { operator } from '../support/command.ts';
import { drain } from '../support/drain.ts';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { knownCrontabs } from '../support/queue.ts';
import { world } from '../support/world.ts';

const w = world(test);
const h = hooks(test, w);
const corkboard = operator(w);

const { sql } = w;

/** A workspace with a sent invoice that was due a number of days before a day. */
async function withInvoice(dueDate: string, fields: object = {}) {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project({ name: 'Website' });
  const invoice = await studio.invoice(projectId, { amountCents: 84_000, dueDate, ...fields });
  await corkboard('invoice', 'send', invoice.id);
  return { studio, projectId, invoice };
}

// The worker's own hourly check would detect the invoices before the tests do.
test.serial.before(async () => {
  const isKnown = `update ${knownCrontabs} set last_execution = now() + interval '1 day'
    where identifier = 'detect_overdue' returning 1`;
  await eventually(async () => (await sql(isKnown)).length > 0);
});

// The dates are in the far past, so that other tests' invoices are not overdue yet.
test.serial('a sent invoice past its due date is reported once, with the number of days', async t => {
  const { studio, projectId, invoice } = await withInvoice('1990-01-31');
  const hook = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  t.deepEqual(await corkboard('invoices', 'detect-overdue', '--on', '1990-01-31'), {
    invoices: { on: '1990-01-31', detected: 0 },
  });
  t.deepEqual(await corkboard('invoices', 'detect-overdue', '--on', '1990-02-03'), {
    invoices: { on: '1990-02-03', detected: 1 },
  });
  const [{ body }] = (await hook.gets(1)) as [any];
  const [{ at }] = await sql(
    'select corkboard.iso(overdue_detected_at) as at from corkboard.invoices where id = $1',
    invoice.id,
  );
  t.is(
    JSON.stringify(body.data),
    JSON.stringify({
      invoiceId: invoice.id,
      invoiceNumber: 'INV-0001',
      projectId,
      projectName: 'Website',
      clientName: 'Client',
      totalCents: 84_000,
      currency: 'USD',
      dueDate: '1990-01-31',
      daysOverdue: 3,
      detectedAt: at,
    }),
  );
  t.is((await corkboard('invoices', 'detect-overdue', '--on', '1990-02-04')).invoices.detected, 0);
});

test.serial(
  'drafts, estimates, paid and void invoices, and those without a due date are never overdue',
  async t => {
    const studio = await w.workspace();
    const { id } = await studio.project();
    await studio.invoice(id, { dueDate: '1991-01-01' });
    const estimate = await studio.invoice(id, { dueDate: '1991-01-01', kind: 'estimate' });
    const paid = await studio.invoice(id, { dueDate: '1991-01-01' });
    const voided = await studio.invoice(id, { dueDate: '1991-01-01' });
    const undated = await studio.invoice(id);
    for (const { id } of [estimate, paid, voided, undated]) await corkboard('invoice', 'send', id);
    await corkboard('invoice', 'pay', paid.id);
    await corkboard('invoice', 'void', voided.id);
    t.is((await corkboard('invoices', 'detect-overdue', '--on', '1991-06-01')).invoices.detected, 0);
  },
);

test.serial('ten simultaneous checks report each invoice once, in batches of any size', async t => {
  const { studio, projectId } = await withInvoice('1992-01-01');
  const hook = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  await sql(
    `insert into corkboard.invoices (workspace_id, project_id, kind, sequence, status, currency, subtotal_cents, tax_rate_bps,
       tax_inclusive, tax_cents, due_date, created_via, sent_at)
     select $1, $2, 'invoice', n, 'SENT', 'USD', 100, 0, false, 0, '1992-01-01', 'app', now() from generate_series(2, 500) n`,
    studio.id,
    projectId,
  );
  const batch = async () => (await sql(`select corkboard.detect_overdue('1992-01-02', 7) as count`))[0].count;
  const found = await Promise.all(Array.from({ length: 10 }, () => drain(batch)));
  t.is(
    found.flat().reduce((sum, n) => sum + n),
    500,
  );
  const deliveries = await h.settled(hook.endpointId, d => d.status === 'succeeded', 500);
  t.is(new Set(deliveries.map(({ data }) => data.invoiceId)).size, 500);
});

test.serial('without a subscribed endpoint there is no delivery and no job', async t => {
  const { studio } = await withInvoice('1993-01-01');
  await h.subscribe(studio.id, { events: ['invoice.sent'] });
  t.is((await corkboard('invoices', 'detect-overdue', '--on', '1993-01-02')).invoices.detected, 1);
  t.deepEqual(await sql('select 1 from corkboard.webhook_deliveries where workspace_id = $1', studio.id), []);
});

test.serial('the daily task reports invoices that are overdue today', async t => {
  const { studio } = await withInvoice('1994-01-01');
  const hook = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  await sql(`select graphile_worker.add_job('detect_overdue', json_build_object())`);
  const [{ body }] = (await hook.gets(1)) as [any];
  t.is(body.data.dueDate, '1994-01-01');
  t.true(body.data.daysOverdue > 12_000);
});
