import test from 'ava';
import { retryAfterMs } from '../../src/webhooks/retryAfter.ts';

const now = Date.parse('2027-01-31T09:05:07Z');

for (const [header, ms] of [
  ['0', 0],
  ['1', 1_000],
  ['120', 120_000],
  ['Sun, 31 Jan 2027 09:06:07 GMT', 60_000],
  ['Sunday, 31-Jan-27 09:06:07 GMT', 60_000],
  ['Sun, 31 Jan 2027 09:00:00 GMT', 0],
  // The limit of one day makes it fit into PostgreSQL's integer.
  ['99999999999999999999', 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['', undefined],
  ['soon', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['2027', 2_027_000],
  ['2027-01-31T09:06:07Z', undefined],
  ['Sun, 99 Nov 2027 09:06:07 GMT', undefined],
] as const) {
  test(`Retry-After "${header}" asks for ${ms === undefined ? 'nothing' : `${ms} ms`}`, t => {
    t.is(retryAfterMs(header, now), ms);
  });
}

test('without Retry-After there is no pause, and if there are several headers, the first one counts', t => {
  t.is(retryAfterMs(undefined, now), undefined);
  t.is(retryAfterMs(['2', '3'], now), 2_000);
});
