import test from 'ava';
import { Poller } from '../../src/webhooks/poller.ts';
import { eventually } from '../support/eventually.ts';

/** A poller whose work ends when the test ends it. */
function controlledPoller() {
  const begun: (() => void)[] = [];
  const poller = new Poller(() => new Promise<void>(end => begun.push(end)));
  const begins = (count: number) =>
    eventually(
      () => begun.length,
      length => length === count,
    );
  return { poller, begun, begins };
}

test('a poller’s work never overlaps, and triggers during a run cause one more run', async t => {
  const { poller, begun, begins } = controlledPoller();
  poller.trigger();
  poller.trigger();
  await begins(1);
  poller.trigger();
  poller.trigger();
  t.is(begun.length, 1);
  begun[0]!();
  await begins(2);
  begun[1]!();
  await poller.stop();
  t.is(begun.length, 2);
});

test('after stop the current run completes and no other run starts', async t => {
  const { poller, begun, begins } = controlledPoller();
  poller.trigger();
  await begins(1);
  const stopped = poller.stop();
  poller.trigger();
  begun[0]!();
  await stopped;
  poller.trigger();
  // Another poller's runs show that time enough has passed.
  await repeats(3);
  t.is(begun.length, 1);
});

/** Waits until a poller without triggers has run this many times. */
async function repeats(count: number) {
  let times = 0;
  const poller = new Poller(async () => void times++);
  await eventually(
    () => times,
    made => made >= count,
  );
  await poller.stop();
}

test('a poller repeats its work without triggers', async t => {
  await t.notThrowsAsync(repeats(2));
});
