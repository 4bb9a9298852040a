import test from 'ava';
import { operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { suspension } from '../support/suspension.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql } = w;
const h = subscriptions(w);
const corkboard = operator(w);
const { suspend, resume } = suspension(w);

/** A suspended workspace with an invoice that is overdue. */
async function overdue() {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id, { events: ['invoice.overdue'] });
  const { id: projectId } = await studio.project();
  const invoice = await studio.invoice(projectId, { dueDate: '2020-01-31' });
  await corkboard('invoice', 'send', invoice.id);
  await suspend(studio.id);
  return { studio, events: () => h.deliveries(endpointId) };
}

test.serial(
  'the hourly check leaves out suspended workspaces, and catches up when they are resumed',
  async t => {
    const { studio, events } = await overdue();
    const check = () => sql('select corkboard.detect_overdue()');
    await check();
    t.deepEqual(await events(), []);
    await resume(studio.id);
    await check();
    await check();
    t.is((await events()).length, 1);
  },
);

test.serial('the operator’s check for a date leaves them out as well', async t => {
  const { studio, events } = await overdue();
  t.is((await corkboard('invoices', 'detect-overdue', '--on', '2020-02-02')).invoices.detected, 0);
  await resume(studio.id);
  t.is((await corkboard('invoices', 'detect-overdue', '--on', '2020-02-02')).invoices.detected, 1);
  t.is((await events()).length, 1);
});
