import { join } from 'node:path';
import test from 'ava';
import {
  everyAttemptOfADeliveryHasTheSameBody,
  noTwoAttemptsOfADeliveryOverlapUnlessTheDatabaseCrashed,
} from '../chaos/checks/attempts.ts';
import type { Run } from '../chaos/checks/check.ts';
import { kinds } from '../chaos/faults.ts';
import { plan } from '../chaos/plan.ts';
import { Random } from '../chaos/random.ts';
import { launchCommand } from './support/launch.ts';

test('chaos ends with status 2 on wrong usage and with 0 on --help', async t => {
  const run = join(import.meta.dirname, '../chaos/run.ts');
  const chaos = (...args: string[]) => launchCommand(t, 'chaos', {}, [process.execPath, run, ...args]);
  t.is(await chaos('--minutes', '0').ended, 2);
  const help = chaos('--help');
  t.is(await help.ended, 0);
  t.regex(help.output(), /--seed.*--minutes.*--no-deletions/s);
});

test('faults follow from the seed: one every 2 to 6 seconds, none in the last 10', t => {
  const planned = (seed: number) =>
    plan(new Random(seed), 60_000, kinds).map(({ atMs, description }) => ({ atMs, description }));
  t.deepEqual(planned(1), planned(1));
  t.notDeepEqual(planned(1), planned(2));
  for (let seed = 0; seed < 100; seed++) {
    const times = planned(seed).map(({ atMs }) => atMs);
    t.true(times.at(-1)! <= 50_000);
    t.true(times.slice(1).every((atMs, n) => atMs - times[n]! >= 2_000 && atMs - times[n]! <= 6_000));
  }
});

test('overlapping or differing attempts of a delivery are found', async t => {
  const request = (delivery: string, at: number, endedAt: number, text = 'body') => ({
    headers: { 'x-service-delivery': delivery },
    at,
    endedAt,
    text,
  });
  const found = async (received: ReturnType<typeof request>[], crashedAt: number[] = []) => {
    const site = { database: { crashedAt }, workspaces: [{ endpoints: [{ receiver: { received } }] }] };
    const run = { site } as unknown as Run;
    return [
      (await noTwoAttemptsOfADeliveryOverlapUnlessTheDatabaseCrashed(run)).length,
      (await everyAttemptOfADeliveryHasTheSameBody(run)).length,
    ];
  };
  const [first, second, other] = [request('a', 0, 500), request('a', 500, 900), request('b', 0, 900, 'b')];
  t.deepEqual(await found([first, other, second]), [0, 0]);
  const early = request('a', 300, 900);
  t.deepEqual(await found([first, early]), [1, 0]);
  t.deepEqual(await found([first, early], [400]), [1, 0]);
  t.deepEqual(await found([first, early], [200]), [0, 0]);
  t.deepEqual(await found([request('a', 0, Number.POSITIVE_INFINITY), second]), [1, 0]);
  t.deepEqual(await found([first, request('a', 500, 900, 'another')]), [0, 1]);
});
