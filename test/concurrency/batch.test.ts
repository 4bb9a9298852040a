import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { batched, oneAtATime } from '../../src/concurrency/batch.ts';
import { eventually } from '../support/eventually.ts';

const resultOf = (result: PromiseSettledResult<number>) =>
  result.status === 'fulfilled' ? result.value : result.reason.message;

test('oneAtATime keeps calls from overlapping, keeps their order and continues after a failure', async t => {
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
  t.deepEqual(results.map(resultOf), [10, 'broken', 30, 40]);
});

test('a single item goes at once; items that arrive meanwhile share a batch of bounded size, and each gets its own result', async t => {
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

test('items of different groups do not share a batch, and the first one that waits decides which goes next', async t => {
  const rounds: string[][] = [];
  const work = batched(
    2,
    0,
    async (items: string[]) => {
      rounds.push(items);
      return items;
    },
    ([group]) => group!,
  );
  const items = ['a1', 'b1', 'a2', 'a3', 'b2'];
  t.deepEqual(await Promise.all(items.map(work)), items);
  t.deepEqual(rounds, [['a1', 'a2'], ['b1', 'b2'], ['a3']]);
});

test('an error of a batch rejects all of its items, and the next batch still runs', async t => {
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

test('an item that makes its batch fail is rejected alone', async t => {
  const rounds: number[][] = [];
  const work = batched(10, 0, async (items: number[]) => {
    rounds.push(items);
    if (items.includes(3)) throw Object.assign(new Error('too long'), { code: '23514' });
    return items.map(item => item * 10);
  });
  const results = await Promise.allSettled([1, 2, 3, 4].map(work));
  t.deepEqual(results.map(resultOf), [10, 20, 'too long', 40]);
  t.deepEqual(rounds, [[1, 2, 3, 4], [1], [2], [3], [4]]);
});

test('a batch that fails through no fault of its items is not retried item by item', async t => {
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
