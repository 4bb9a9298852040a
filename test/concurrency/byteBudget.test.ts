import test from 'ava';
import { type BodyReader, ByteBudget } from '../../src/concurrency/byteBudget.ts';
import { Overload } from '../../src/errors/serviceError.ts';

/** A reader that holds a number of bytes until it is ended or stopped. */
function holding(budget: ByteBudget, group: string, bytes: number) {
  const end = Promise.withResolvers<void>();
  let reader: BodyReader | undefined;
  const read = budget.read(group, async given => {
    reader = given;
    given.signal.addEventListener('abort', () => end.reject(given.signal.reason));
    given.hold(bytes);
    await end.promise;
  });
  for (const promise of [read, end.promise]) promise.catch(() => {});
  return { end: () => end.resolve(), read, isStopped: () => reader!.signal.aborted };
}

/** Waits until a clock with a resolution of a ms has moved on. */
const aMoment = () => new Promise(resolve => setTimeout(resolve, 5));

test('readers hold as much as the budget, and closing one frees its bytes', async t => {
  const budget = new ByteBudget(100);
  const [one, two] = [holding(budget, 'a', 60), holding(budget, 'b', 40)];
  one.end();
  await one.read;
  const three = holding(budget, 'c', 60);
  t.deepEqual([two.isStopped(), three.isStopped()], [false, false]);
  const four = holding(budget, 'd', 1);
  t.deepEqual(
    [two, three, four].map(reader => reader.isStopped()),
    [false, true, false],
  );
  await t.throwsAsync(three.read, { instanceOf: Overload });
});

test('the slowest reader of the group that holds the most is aborted', async t => {
  const budget = new ByteBudget(100);
  const slow = holding(budget, 'a', 30);
  await aMoment();
  const fast = holding(budget, 'a', 30);
  const other = holding(budget, 'b', 40);
  await aMoment();
  const last = holding(budget, 'c', 5);
  t.deepEqual(
    [slow, fast, other, last].map(reader => reader.isStopped()),
    [true, false, false, false],
  );
});

test('a reader that asks for more than the whole budget is aborted itself', async t => {
  const budget = new ByteBudget(100);
  const small = holding(budget, 'a', 10);
  const large = holding(budget, 'b', 101);
  await t.throwsAsync(large.read, { instanceOf: Overload });
  t.false(small.isStopped());
});

test('a complete body is not aborted: the next reader of its group that asks for more is', async t => {
  const budget = new ByteBudget(100);
  const readers = [budget.open('a'), budget.open('a'), budget.open('b')] as const;
  const [complete, arriving, other] = readers;
  complete.hold(60);
  complete.isComplete = true;
  arriving.hold(40);
  other.tryHold(30);
  t.deepEqual(
    readers.map(({ signal }) => signal.aborted),
    [false, true, false],
  );
  // Now the heaviest group has nothing that could give way.
  other.tryHold(50);
  t.true(other.signal.aborted);
  t.false(complete.signal.aborted);
});

test('an aborted reader holds nothing, whatever it asks for', t => {
  const budget = new ByteBudget(100);
  const gone = budget.open('a');
  gone.tryHold(101);
  t.true(gone.signal.aborted);
  gone.tryHold(1_000);
  const next = budget.open('b');
  next.tryHold(100);
  t.false(next.signal.aborted);
});
