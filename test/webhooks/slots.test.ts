import test from 'ava';
import { Slots } from '../../src/webhooks/slots.ts';

/** Takes slots for an endpoint until it may hold no more, and answers how many it got and how to give one back. */
function fill(slots: Slots, endpointId: string) {
  const ends: (() => void)[] = [];
  while (slots.hasRoom(endpointId)) {
    void slots.hold(endpointId, () => new Promise<void>(end => ends.push(end)));
  }
  return ends;
}

test('alone an endpoint gets about half of the slots, and leaves the rest for others', t => {
  const slots = new Slots(1_000);
  t.is(fill(slots, 'first').length, 450);
  t.is(fill(slots, 'second').length, 225);
  t.true(slots.hasRoom('third'));
});

test('a tenth of the slots is kept for endpoints that hold none, one for each', t => {
  const slots = new Slots(1_000);
  for (let n = 0; n < 10; n++) fill(slots, `greedy ${n}`);
  for (let n = 0; n < 90; n++) t.is(fill(slots, `modest ${n}`).length, 1);
});

test('a slot that is given back can be taken again, also where the work failed', async t => {
  const slots = new Slots(10);
  const ends = fill(slots, 'endpoint');
  ends[0]!();
  await new Promise(setImmediate);
  t.true(slots.hasRoom('endpoint'));
  await t.throwsAsync(
    slots.hold('endpoint', () => Promise.reject(new Error('broken'))),
    {
      message: 'broken',
    },
  );
  t.true(slots.hasRoom('endpoint'));
});

test('slots for attempts without a job leave a tenth free', async t => {
  const slots = new Slots(100);
  t.is(slots.spare, 90);
  await slots.hold('endpoint', async () => t.is(slots.spare, 89));
  t.is(slots.spare, 90);
});
