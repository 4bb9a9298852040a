import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { EndpointLimiter } from '../../src/webhooks/endpointLimiter.ts';

/** A limiter whose jobs wait for as long as a busy machine may need. */
const patient = (count: number) => new EndpointLimiter(count, 10_000);

/** Acquires slots for an endpoint until it has to wait for the next one. Returns how many it got without waiting. */
async function fill(limiter: EndpointLimiter, endpointId: string): Promise<number> {
  for (let taken = 0; ; taken++) {
    const isLate = new Promise<false>(done => setImmediate(done, false));
    if (!(await Promise.race([limiter.acquire(endpointId), isLate]))) return taken;
  }
}

/** Acquires a slot for a job whose claim is answered at once. */
async function take(limiter: EndpointLimiter, endpointId: string): Promise<boolean> {
  const hasSlot = await limiter.acquire(endpointId);
  if (hasSlot) limiter.claimAnswered(endpointId);
  return hasSlot;
}

/** Like fill, for an endpoint whose throttle allows any number of attempts. */
async function fillFast(limiter: EndpointLimiter, endpointId: string): Promise<number> {
  if (!(await take(limiter, endpointId))) return 0;
  limiter.setCapacity(endpointId, Number.POSITIVE_INFINITY, false);
  return 1 + (await fill(limiter, endpointId));
}

test('a single busy endpoint gets about two thirds of the slots', async t => {
  const limiter = patient(1_000);
  t.is(await fillFast(limiter, 'first'), 600);
  t.is(await fillFast(limiter, 'second'), 200);
  t.true(await limiter.acquire('third'));
});

test('a tenth of the slots is reserved for endpoints that hold none, one each', async t => {
  const limiter = patient(1_000);
  for (let n = 0; n < 10; n++) await fillFast(limiter, `greedy ${n}`);
  for (let n = 0; n < 90; n++) t.is(await fillFast(limiter, `modest ${n}`), 1);
});

test('released slots go to waiting endpoints in turn', async t => {
  const limiter = patient(10);
  const order: string[] = [];
  // A job of each waits already.
  await fillFast(limiter, 'first');
  await fillFast(limiter, 'second');
  for (const endpointId of ['first', 'first', 'second']) {
    void limiter.acquire(endpointId).then(hasSlot => hasSlot && order.push(endpointId));
  }
  for (let n = 0; n < 4; n++) limiter.release('first');
  await new Promise(setImmediate);
  t.deepEqual(order.toSorted(), ['first', 'second']);
});

test('a job gets no slot if none is released soon', async t => {
  const limiter = new EndpointLimiter(1, 1);
  t.true(await limiter.acquire('first'));
  t.false(await limiter.acquire('second'));
  limiter.release('first');
  t.true(await limiter.acquire('second'));
});

test('a job waits on while the jobs of its endpoint get slots fast enough', async t => {
  const ms = 50;
  const limiter = new EndpointLimiter(1, ms);
  t.true(await limiter.acquire('fast'));
  const [first, second, third] = [limiter.acquire('fast'), limiter.acquire('fast'), limiter.acquire('fast')];
  limiter.release('fast');
  t.true(await first);
  // Timers with one duration end in their order, so the other two have waited by then.
  await pause(ms);
  limiter.release('fast');
  t.true(await second);
  await pause(ms);
  // One has got a slot meanwhile, and it is the next.
  await pause(ms);
  t.false(await third);
});

test('an endpoint of unknown capacity gets as many slots as a new concurrency window allows', async t => {
  const limiter = patient(1_000);
  t.is(await fill(limiter, 'unknown'), 24);
});

test('an endpoint at its capacity gets a slot when one of its attempts ends', async t => {
  const limiter = patient(100);
  t.true(await take(limiter, 'throttled'));
  limiter.setCapacity('throttled', 1, false);
  t.true(await take(limiter, 'throttled'));
  const third = limiter.acquire('throttled');
  t.true(await take(limiter, 'another'));
  limiter.release('throttled');
  t.true(await third);
  limiter.claimAnswered('throttled');
  const fourth = limiter.acquire('throttled');
  limiter.setCapacity('throttled', 5, false);
  t.true(await fourth);
});

test('jobs whose claims are not answered yet count against the capacity', async t => {
  const limiter = patient(100);
  for (let n = 0; n < 3; n++) await limiter.acquire('throttled');
  // The claim of one of the three is answered.
  limiter.setCapacity('throttled', 3, false, 1);
  limiter.claimAnswered('throttled');
  t.is(await fill(limiter, 'throttled'), 1);
});

test('throttled deliveries get released slots of their endpoint before jobs do', async t => {
  const limiter = patient(100);
  t.true(await take(limiter, 'throttled'));
  limiter.acquireClaimed('throttled');
  limiter.setCapacity('throttled', 0, true);
  const job = limiter.acquire('throttled');
  limiter.release('throttled');
  t.false(await Promise.race([job, new Promise(done => setImmediate(done, false))]));
  limiter.setCapacity('throttled', 1, false);
  t.true(await job);
});

test('throttled deliveries leave a tenth of the slots free', async t => {
  const limiter = patient(100);
  t.is(limiter.available, 90);
  limiter.acquireClaimed('endpoint');
  t.is(limiter.available, 89);
  limiter.release('endpoint');
  t.is(limiter.available, 90);
  // A worker with one slot still attempts them.
  t.is(patient(1).available, 1);
});
