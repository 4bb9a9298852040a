import test from 'ava';
import { type Turn, Turns } from '../../src/webhooks/turns.ts';

const clock = () => {
  const self = Object.assign(() => self.ms, { ms: 0 });
  return self;
};
const begun = (answer: Turn | number): answer is Turn => typeof answer !== 'number';
const now = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, new Promise<'waits'>(done => setImmediate(done, 'waits'))]);

test('an endpoint that answers quickly gets more and more at once, up to 64', async t => {
  const turns = new Turns(clock());
  let inFlight: Turn[] = [];
  let most = 0;
  const asked = Array.from({ length: 500 }, () =>
    turns.take('fast').then(turn => void inFlight.push(turn as Turn)),
  );
  for (let done = 0; done < asked.length; ) {
    await new Promise(setImmediate);
    most = Math.max(most, inFlight.length);
    done += inFlight.length;
    for (const turn of inFlight.splice(0)) turn.end(true);
  }
  await Promise.all(asked);
  inFlight = [];
  t.is(most, 64);
});

test('one that says nothing gets four attempts, and what follows is put off, one after the other, a minute at most', async t => {
  const time = clock();
  const turns = new Turns(time);
  for (let i = 0; i < 4; i++) t.true(begun(await turns.take('silent')));
  time.ms = 600;
  t.true(turns.delay('silent') > 0);
  const delays = await Promise.all(Array.from({ length: 200 }, () => turns.take('silent')));
  t.false(delays.some(begun));
  t.deepEqual(
    delays,
    delays.toSorted((a, b) => (a as number) - (b as number)),
  );
  t.true((delays[0] as number) >= 1000 && delays.at(-1) === 60_000);
  // Nobody else notices.
  t.is(turns.delay('well'), 0);
  t.true(begun(await turns.take('well')));
});

test('those who wait behind an endpoint give up their places when it falls silent', async t => {
  const time = clock();
  const turns = new Turns(time);
  for (let i = 0; i < 4; i++) await turns.take('slow');
  const waiting = turns.take('slow');
  t.is(await now(waiting), 'waits');
  time.ms = 501;
  t.is(typeof (await waiting), 'number');
});

test('a failure holds an endpoint to one at a time until it succeeds', async t => {
  const turns = new Turns(clock());
  const first = (await turns.take('sick')) as Turn;
  first.end(false);
  const second = (await turns.take('sick')) as Turn;
  const third = turns.take('sick');
  t.is(await now(third), 'waits');
  second.end(true);
  const fourth = turns.take('sick');
  t.true(begun(await third) && begun(await fourth));
});

test('behind an endpoint that turns out slow only those keep waiting who have their turn soon', async t => {
  const time = clock();
  const turns = new Turns(time);
  let answered = 0;
  const under: Turn[] = [];
  for (let i = 0; i < 100; i++) {
    turns.take('slow').then(answer => {
      answered++;
      if (begun(answer)) under.push(answer);
    });
  }
  // Each takes 400 ms; who waits begins as soon as there is room.
  let ended = 0;
  while (answered < 100) {
    await new Promise(done => setTimeout(done, 20));
    time.ms += 400;
    for (const turn of under.splice(0, 1)) {
      turn.end(true);
      ended++;
    }
  }
  t.true(ended < 50, `${ended} had their turn`);
});
