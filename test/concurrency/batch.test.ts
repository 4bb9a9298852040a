import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { batched, oneAtATime } from '../../src/concurrency/batch.ts';
import { eventually } from '../support/eventually.ts';

test('what goes one at a time never overlaps, keeps its order, and goes on after a failure', async t => {
  let underWay = 0;
  const begun: number[] = [];
  const work = oneAtATime(async (n: number) => {
    t.is(++underWay, 1);
    begun.push(n);
    await pause(5 - n);
    underWay--;
    if (n === 2) throw new Error('broken');
    return n * 10;
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(n => work(n)));
  t.deepEqual(begun, [1, 2, 3, 4]);
  t.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [10, 'broken', 30, 40],
  );
});

test('a lone item goes at once; what is asked for meanwhile goes together, so many at most, and each gets its own answer', async t => {
  const rounds: number[][] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const work = batched(3, 0, async (items: number[]) => {
    rounds.push(items);
    await held;
    return items.map(item => item * 10);
  });
  const first = work(1);
  await eventually(() => rounds.length > 0);
  const others = [2, 3, 4, 5].map(item => work(item));
  release();
  t.deepEqual(await Promise.all([first, ...others]), [10, 20, 30, 40, 50]);
  t.deepEqual(rounds, [[1], [2, 3, 4], [5]]);
});

test('what a round throws all of its items get, and the next round is made', async t => {
  let round = 0;
  const work = batched(10, 0, async (items: number[]) => {
    if (round++ === 0) throw new Error('broken');
    return items;
  });
  const results = await Promise.allSettled([work(1), work(2)]);
  t.deepEqual(
    results.map(result => result.status),
    ['rejected', 'rejected'],
  );
  t.is(await work(3), 3);
});

test('an item on which its round fails fails alone, the others are done', async t => {
  const rounds: number[][] = [];
  const work = batched(10, 0, async (items: number[]) => {
    rounds.push(items);
    if (items.includes(3)) throw Object.assign(new Error('too long'), { code: '23514' });
    return items.map(item => item * 10);
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(work));
  t.deepEqual(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    [10, 20, 'too long', 40],
  );
  t.deepEqual(rounds, [[1, 2, 3, 4], [1], [2], [3], [4]]);
});

test('a round that the database did not do for reasons of its own is not taken apart', async t => {
  for (const code of ['57P01', '53300', '57014', '42883', undefined]) {
    let rounds = 0;
    const work = batched(10, 0, async () => {
      rounds++;
      throw Object.assign(new Error('gone'), { code });
    });
    await Promise.allSettled([1, 2, 3].map(work));
    t.is(rounds, 1, code);
  }
});
