import test from 'ava';
import { Slots } from '../../src/webhooks/slots.ts';

/** Takes slots for an endpoint until it has to wait for the next one, and answers how many it got at once. */
async function fill(slots: Slots, endpointId: string): Promise<number> {
  for (let taken = 0; ; taken++) {
    const isLate = new Promise<false>(done => setImmediate(done, false));
    if (!(await Promise.race([slots.take(endpointId), isLate]))) return taken;
  }
}

test('alone an endpoint gets about half of the slots, and leaves the rest for others', async t => {
  const slots = new Slots(1_000);
  t.is(await fill(slots, 'first'), 450);
  t.is(await fill(slots, 'second'), 225);
  t.true(await slots.take('third'));
});

test('a tenth of the slots is kept for endpoints that hold none, one for each', async t => {
  const slots = new Slots(1_000);
  for (let n = 0; n < 10; n++) await fill(slots, `greedy ${n}`);
  for (let n = 0; n < 90; n++) t.is(await fill(slots, `modest ${n}`), 1);
});

test('a slot that is given back goes to an endpoint that waits, in turns', async t => {
  const slots = new Slots(10);
  const order: string[] = [];
  await fill(slots, 'first');
  await fill(slots, 'second');
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

test('an endpoint whose pace has no room waits for its own attempts to end', async t => {
  const slots = new Slots(100);
  t.true(await slots.take('paced'));
  slots.allow('paced', 1);
  t.true(await slots.take('paced'));
  const third = slots.take('paced');
  t.true(await slots.take('another'));
  slots.release('paced');
  t.true(await third);
  const fourth = slots.take('paced');
  slots.allow('paced', 5);
  t.true(await fourth);
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
