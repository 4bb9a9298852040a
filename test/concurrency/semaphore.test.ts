import { setImmediate as tick } from 'node:timers/promises';
import test from 'ava';
import { Deadline } from '../../src/concurrency/deadline.ts';
import { FairSemaphore, Semaphore } from '../../src/concurrency/semaphore.ts';
import { Database } from '../../src/database/database.ts';
import { tenantOf } from '../../src/database/tenantCache.ts';
import { Overload } from '../../src/errors/serviceError.ts';

/** The threads of a run may be busy for longer than a deadline between loading this file and a test of it. */
const patient = () => new Deadline(60_000);

/** Work that runs until it is told to end, and notes when it begins. */
function work(begun: unknown[] = []) {
  const done = Promise.withResolvers<void>();
  return {
    end: done.resolve,
    as: (name: unknown) => () => {
      begun.push(name);
      return done.promise;
    },
  };
}

test('a limited number of tasks run at a time, the others in the order of arrival', async t => {
  const gate = new Semaphore(2);
  const begun: string[] = [];
  const [first, rest] = [work(begun), work(begun)];
  const all = [
    gate.run(patient(), first.as('a')),
    ...['b', 'c', 'd'].map(name => gate.run(patient(), rest.as(name))),
  ];
  await tick();
  t.deepEqual(begun, ['a', 'b']);
  first.end();
  await tick();
  t.deepEqual(begun, ['a', 'b', 'c']);
  rest.end();
  await Promise.all(all);
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
  t.true(gate.isIdle);
});

test('a task whose deadline passes is never started, and the next one moves up', async t => {
  const gate = new Semaphore(1);
  const begun: string[] = [];
  const [held, rest] = [work(), work(begun)];
  const holding = gate.run(patient(), held.as('held'));
  const late = gate.run(new Deadline(20), rest.as('late'));
  const next = gate.run(patient(), rest.as('next'));
  await t.throwsAsync(late, { instanceOf: Overload });
  await t.throwsAsync(gate.run(new Deadline(0), rest.as('too late')), { instanceOf: Overload });
  held.end();
  rest.end();
  await Promise.all([holding, next]);
  t.deepEqual(begun, ['next']);
  t.true(gate.isIdle);
});

test('a task that fails releases its permit', async t => {
  const gate = new Semaphore(1);
  await t.throwsAsync(
    gate.run(patient(), () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  );
  t.true(gate.isIdle);
});

test('time that a client takes for itself does not count toward its deadline', async t => {
  const deadline = new Deadline(50);
  await deadline.exclude(new Promise(resolve => setTimeout(resolve, 100)));
  t.true(deadline.leftMs > 0);
});

test('a tenant gets two of eight connections, and one of three', async t => {
  for (const [size, most] of [
    [8, 2],
    [5, 2],
    [3, 1],
    [2, 1],
    [1, 1],
  ] as const) {
    const begun: unknown[] = [];
    const busy = work(begun);
    const query = ({ text }: { text: string }) =>
      busy
        .as(text)()
        .then(() => ({ rows: [] }));
    const connect = async () => ({ query, release: () => {} });
    const database = new Database({ connect } as never, size);
    const ask = (holder: string | undefined, name: string) =>
      database
        .for(patient(), holder === undefined ? undefined : tenantOf(holder))
        .any({ sql: name, values: [] } as never) as Promise<unknown>;
    const all = [...'abcd'].map(name => ask('greedy', name));
    await tick();
    t.is(begun.length, most);
    all.push(ask('modest', 'e'), ask(undefined, 'f'));
    await tick();
    t.is(begun.length, Math.min(size, most + 2));
    busy.end();
    await Promise.all(all);
    t.deepEqual([...begun].sort(), [...'abcdef']);
  }
});

test('a key with one task waits for at most one task of each other key', async t => {
  const gate = new FairSemaphore(100);
  const begun: string[] = [];
  const note = (name: string) => () => {
    begun.push(name);
    return tick();
  };
  const flood = Array.from({ length: 20 }, (_, i) => gate.run('a', patient(), note(`a${i}`)));
  flood.push(...Array.from({ length: 20 }, (_, i) => gate.run('b', patient(), note(`b${i}`))));
  await Promise.all([...flood, gate.run('c', patient(), note('c'))]);
  t.is(begun.length, 41);
  t.true(begun.indexOf('c') <= 2, `${begun.slice(0, 5)}`);
});

test('a fair semaphore runs one task at a time', async t => {
  const gate = new FairSemaphore(100);
  let working = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      gate.run(`${i % 3}`, patient(), async () => {
        most = Math.max(most, ++working);
        await tick();
        working -= 1;
      }),
    ),
  );
  t.is(most, 1);
});

test('a fair semaphore rejects tasks of a key with too many waiting, and no others', async t => {
  const gate = new FairSemaphore(5);
  const ask = (name: string) =>
    gate.run(name, patient(), tick).then(
      () => 'passed',
      error => (error instanceof Overload ? 'overdue' : String(error)),
    );
  const flood = Array.from({ length: 50 }, () => ask('a'));
  t.is(await ask('b'), 'passed');
  const outcomes = await Promise.all(flood);
  // One works, and five wait.
  t.deepEqual(outcomes, [...Array(6).fill('passed'), ...Array(44).fill('overdue')]);
  t.is(await ask('a'), 'passed');
});
