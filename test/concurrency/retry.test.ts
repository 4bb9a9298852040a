import test from 'ava';
import { retry } from '../../src/concurrency/retry.ts';

/** What fails so often before it answers, and how long each pause between two tries was to be. */
function failing(times: number) {
  let tries = 0;
  const pauses: number[] = [];
  const attempt = async () => {
    tries++;
    if (tries <= times) throw new Error(`try ${tries}`);
    return tries;
  };
  const wait = async (ms?: number) => void pauses.push(ms!);
  return { attempt, pauses, wait: wait as never };
}

test('it is tried again after each pause until it succeeds', async t => {
  const { attempt, pauses, wait } = failing(3);
  t.is(await retry(attempt, (_, tries) => tries * 10, undefined, wait), 4);
  t.deepEqual(pauses, [10, 20, 30]);
});

test('without another try its last error is thrown, or the error in place of it', async t => {
  const { attempt, pauses, wait } = failing(5);
  const backoff = async (_: unknown, tries: number) => (tries < 3 ? 0 : null);
  await t.throwsAsync(retry(attempt, backoff, undefined, wait), { message: 'try 3' });
  t.deepEqual(pauses, [0, 0]);
  const giveUp = (error: unknown) => {
    throw new Error('gave up', { cause: error });
  };
  await t.throwsAsync(retry(attempt, giveUp), { message: 'gave up' });
});

test('a signal ends the pause', async t => {
  const stopping = new AbortController();
  const { attempt } = failing(1);
  const tried = retry(attempt, () => 600_000, stopping.signal);
  stopping.abort(new Error('stopping'));
  await t.throwsAsync(tried, { message: 'stopping' });
});
