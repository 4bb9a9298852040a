import test from 'ava';
import { type Place, Places } from '../../src/webhooks/places.ts';

/** Places that tick only when a test says so, however long it takes. */
const placesOf = (count: number) => new Places(count, 2 ** 31 - 1);

const isPlace = (answer: Place | number): answer is Place => typeof answer !== 'number';
const now = <T>(promise: Promise<T>): Promise<T | 'waits'> =>
  Promise.race([promise, new Promise<'waits'>(done => setImmediate(done, 'waits'))]);

/** Asks so many times, and answers which got a place at once, which were put off, and how many wait. */
async function ask(places: Places, endpointId: string, count: number) {
  const answers = await Promise.all(Array.from({ length: count }, () => now(places.take(endpointId))));
  return {
    held: answers.filter((answer): answer is Place => typeof answer === 'object'),
    delays: answers.filter(answer => typeof answer === 'number'),
    waiting: answers.filter(answer => answer === 'waits').length,
  };
}

test('alone an endpoint gets almost half of all places at once, however slow it is', async t => {
  const { held, waiting, delays } = await ask(placesOf(1000), 'slow', 1000);
  t.deepEqual([held.length, waiting], [450, 450]);
  // A tenth of the jobs that are done at once stays for others; it soon looks again.
  t.deepEqual(delays, Array(100).fill(250));
});

test('the more endpoints are busy the less each holds, and whoever comes next finds a place', async t => {
  const places = placesOf(1000);
  const shares: number[] = [];
  for (let n = 0; n < 50; n++) shares.push((await ask(places, `hog ${n}`, 600)).held.length);
  t.deepEqual(shares.slice(0, 4), [450, 225, 113, 56]);
  t.deepEqual(shares.slice(-3), [1, 1, 1]);
  for (let n = 0; n < 40; n++) t.is((await ask(places, `well ${n}`, 1)).held.length, 1);
});

test('what one endpoint gives back those get that wait', async t => {
  const places = placesOf(1000);
  const { held } = await ask(places, 'first', 450);
  const begun = { second: 0, third: 0 };
  const asks = { second: 300, third: 150 };
  for (const endpointId of ['second', 'third'] as const) {
    for (let i = 0; i < asks[endpointId]; i++) {
      void places.take(endpointId).then(answer => {
        if (isPlace(answer)) begun[endpointId]++;
      });
    }
  }
  await new Promise(setImmediate);
  t.deepEqual(begun, { second: 225, third: 113 });
  for (const place of held) place.release(true);
  await new Promise(setImmediate);
  t.deepEqual(begun, asks);
});

test('an endpoint that fails holds a sixteenth of what others might, until it succeeds', async t => {
  const places = placesOf(1000);
  const [one] = (await ask(places, 'sick', 1)).held;
  one!.release(false);
  const { held } = await ask(places, 'sick', 100);
  t.is(held.length, 53);
  held[0]!.release(true);
  t.is((await ask(places, 'sick', 100)).held.length, 100);
});

test('an attempt that came to nothing says nothing about its endpoint', async t => {
  const places = placesOf(1000);
  const [one] = (await ask(places, 'sick', 1)).held;
  one!.release(false);
  const [two] = (await ask(places, 'sick', 1)).held;
  two!.release(null);
  t.is((await ask(places, 'sick', 100)).held.length, 53);
});

test('as many wait as the endpoint got through lately, the others are put off one after the other', async t => {
  const places = placesOf(40);
  const { held } = await ask(places, 'steady', 18);
  const waiting = Array.from({ length: 10 }, () => places.take('steady'));
  for (const place of held.splice(0, 4)) place.release(true);
  t.is((await Promise.all(waiting.slice(0, 4))).filter(isPlace).length, 4);
  places.tick();
  // Four between two ticks: of the six that are left, four wait on.
  const answers = await Promise.all(waiting.slice(4).map(now));
  t.is(answers.filter(answer => answer === 'waits').length, 4);
  const { delays } = await ask(places, 'steady', 80);
  t.is(delays.length, 80);
  t.deepEqual(
    delays,
    delays.toSorted((a, b) => a - b),
  );
  // The 82nd that was put off comes after the 81 before it, four a second.
  t.is(delays[0], 1_000);
  t.is(delays.at(-1), (82 / 4) * 1_000);
});

test('those put off for a fast endpoint come again as fast as it gets through them, before a tick has shown it', async t => {
  const places = placesOf(1000);
  const { held } = await ask(places, 'fast', 401);
  places.tick();
  held[0]!.release(true, 200);
  places.tick();
  places.tick();
  const { delays } = await ask(places, 'fast', 5_000);
  // 450 places, each of which does five a second.
  t.true(delays.length > 2_000);
  t.true(Math.max(...delays) <= Math.max(1_000, (delays.length / (450 * 5)) * 1_000));
});

test('as long as an endpoint has said nothing at all, those put off come again after as long once more', async t => {
  const places = placesOf(20);
  const delays = [];
  for (let second = 0; second < 5; second++) {
    delays.push(...(await ask(places, 'unheard', 20)).delays.slice(-1));
    places.tick();
  }
  t.deepEqual(delays, [250, 1_000, 2_000, 3_000, 4_000]);
});

test('behind a silent endpoint nobody waits for long, nor is put off for more than five minutes', async t => {
  const places = placesOf(20);
  const { held } = await ask(places, 'silent', 9);
  const waiting = Array.from({ length: 9 }, () => places.take('silent'));
  places.tick();
  t.false((await Promise.all(waiting.map(now))).includes('waits'));
  held[0]!.release(false);
  places.tick();
  places.tick();
  const { delays } = await ask(places, 'silent', 1000);
  t.is(Math.max(...delays), 300_000);
});

test('an endpoint that nobody sends to any more is forgotten', async t => {
  const places = placesOf(1000);
  const { held } = await ask(places, 'once', 1);
  held[0]!.release(false);
  places.tick();
  t.is((await ask(places, 'once', 100)).held.length, 100);
});
