import test from 'ava';
import { Slots } from '../../src/webhooks/slots.ts';

/** Takes slots for an endpoint until it has to wait for the next one, and answers how many it got at once. */
async function fill(slots: Slots, endpointId: string): Promise<number> {
  for (let taken = 0; ; taken++) {
    const isLate = new Promise<false>(done => setImmediate(done, false));
    if (!(await Promise.race([slots.take(endpointId), isLate]))) return taken;
  }
}

/** Takes a slot for a job whose claim is answered at once. */
async function take(slots: Slots, endpointId: string): Promise<boolean> {
  const hasSlot = await slots.take(endpointId);
  if (hasSlot) slots.answered(endpointId);
  return hasSlot;
}

/** As fill, for an endpoint whose pace has room for any number of attempts. */
async function fillFast(slots: Slots, endpointId: string): Promise<number> {
  if (!(await take(slots, endpointId))) return 0;
  slots.allow(endpointId, Number.POSITIVE_INFINITY, false);
  return 1 + (await fill(slots, endpointId));
}

test('alone an endpoint gets two thirds of the slots, and leaves the rest for others', async t => {
  const slots = new Slots(1_000);
  t.is(await fillFast(slots, 'first'), 600);
  t.is(await fillFast(slots, 'second'), 200);
  t.true(await slots.take('third'));
});

test('a tenth of the slots is kept for endpoints that hold none, one for each', async t => {
  const slots = new Slots(1_000);
  for (let n = 0; n < 10; n++) await fillFast(slots, `greedy ${n}`);
  for (let n = 0; n < 90; n++) t.is(await fillFast(slots, `modest ${n}`), 1);
});

test('a slot that is given back goes to an endpoint that waits, in turns', async t => {
  const slots = new Slots(10);
  const order: string[] = [];
  await fillFast(slots, 'first');
  await fillFast(slots, 'second');
  for (const endpointId of ['first', 'first', 'second']) {
    void slots.take(endpointId).then(hasSlot => hasSlot && order.push(endpointId));
  }
  for (let n = 0; n < 4; n++) slots.release('first');
  await new Promise(setImmediate);
  t.true(order.includes('second'));
});

test('where no slot comes free, the wait is over soon', async t => {
  const slots = new Slots(1);
  t.true(await slots.take('first'));
  t.false(await slots.take('second'));
  slots.release('first');
  t.true(await slots.take('second'));
});

test('before its pace is known an endpoint gets as many slots as a new window has', async t => {
  const slots = new Slots(1_000);
  t.is(await fill(slots, 'unknown'), 24);
});

test('an endpoint whose pace has no room waits for its own attempts to end', async t => {
  const slots = new Slots(100);
  t.true(await take(slots, 'paced'));
  slots.allow('paced', 1, false);
  t.true(await take(slots, 'paced'));
  const third = slots.take('paced');
  t.true(await take(slots, 'another'));
  slots.release('paced');
  t.true(await third);
  slots.answered('paced');
  const fourth = slots.take('paced');
  slots.allow('paced', 5, false);
  t.true(await fourth);
});

test('what the pace has room for counts the jobs that have not asked it yet', async t => {
  const slots = new Slots(100);
  for (let n = 0; n < 3; n++) await slots.take('paced');
  // It was asked for one of the three.
  slots.allow('paced', 3, false, 1);
  slots.answered('paced');
  t.is(await fill(slots, 'paced'), 1);
});

test('what comes free at an endpoint goes to deliveries that wait in the database, before jobs', async t => {
  const slots = new Slots(100);
  t.true(await take(slots, 'paced'));
  slots.add('paced');
  slots.allow('paced', 0, true);
  const job = slots.take('paced');
  slots.release('paced');
  t.false(await Promise.race([job, new Promise(done => setImmediate(done, false))]));
  slots.allow('paced', 1, false);
  t.true(await job);
});

test('slots for attempts without a job leave a tenth free', async t => {
  const slots = new Slots(100);
  t.is(slots.spare, 90);
  slots.add('endpoint');
  t.is(slots.spare, 89);
  slots.release('endpoint');
  t.is(slots.spare, 90);
});

test('a worker with one slot still makes the attempts of deliveries that wait', t => {
  t.is(new Slots(1).spare, 1);
});
