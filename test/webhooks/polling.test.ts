import test from 'ava';
import { Polling } from '../../src/webhooks/polling.ts';

/** Polling whose work ends when the test says so. */
function polling() {
  const begun: (() => void)[] = [];
  const polls = new Polling(() => new Promise<void>(end => begun.push(end)));
  return { polls, begun };
}

const aMoment = () => new Promise(setImmediate);

test('work is never under way twice, and what is asked for meanwhile is done once more', async t => {
  const { polls, begun } = polling();
  polls.now();
  polls.now();
  polls.now();
  t.is(begun.length, 1);
  begun[0]!();
  await aMoment();
  t.is(begun.length, 2);
  begun[1]!();
  await aMoment();
  t.is(begun.length, 2);
  await polls.stop();
});

test('work that was stopped ends, and is not begun again', async t => {
  const { polls, begun } = polling();
  polls.now();
  const stopped = polls.stop();
  polls.now();
  begun[0]!();
  await stopped;
  await aMoment();
  polls.now();
  t.is(begun.length, 1);
});

test('work goes on by itself', async t => {
  let times = 0;
  const done = Promise.withResolvers<void>();
  const polls = new Polling(async () => {
    if (++times === 3) done.resolve();
  });
  // Its timers do not keep a process alive by themselves.
  const alive = setInterval(() => {}, 1_000);
  await done.promise;
  clearInterval(alive);
  await polls.stop();
  t.is(times, 3);
});
