import test from 'ava';
import { Polling } from '../../src/webhooks/polling.ts';
import { eventually } from '../support/eventually.ts';

/** Polling whose work ends when the test says so. */
function polling() {
  const begun: (() => void)[] = [];
  const polls = new Polling(() => new Promise<void>(end => begun.push(end)));
  const begins = (count: number) =>
    eventually(
      () => begun.length,
      length => length === count,
    );
  return { polls, begun, begins };
}

test('work is never under way twice, and what is asked for meanwhile is done once more', async t => {
  const { polls, begun, begins } = polling();
  polls.soon();
  polls.soon();
  await begins(1);
  polls.soon();
  polls.soon();
  t.is(begun.length, 1);
  begun[0]!();
  await begins(2);
  begun[1]!();
  await polls.stop();
  t.is(begun.length, 2);
});

test('work that was stopped ends, and is not begun again', async t => {
  const { polls, begun, begins } = polling();
  polls.soon();
  await begins(1);
  const stopped = polls.stop();
  polls.soon();
  begun[0]!();
  await stopped;
  polls.soon();
  await new Promise(done => setTimeout(done, 50));
  t.is(begun.length, 1);
});

test('work goes on by itself', async t => {
  let times = 0;
  const polls = new Polling(async () => void times++);
  await eventually(
    () => times,
    count => count >= 3,
  );
  await polls.stop();
  t.pass();
});
