import test from 'ava';
import fc from 'fast-check';
import { hundredthsOfHours } from '../../src/money/hours.ts';

test('minutes become hundredths of an hour, and lines that are off by the least are rounded the other way', t => {
  t.deepEqual(hundredthsOfHours([20, 20, 20]), [34, 33, 33]);
  t.deepEqual(hundredthsOfHours([1, 2, 90]), [2, 3, 150]);
  t.deepEqual(hundredthsOfHours([1]), [2]);
  t.deepEqual(hundredthsOfHours([]), []);
});

test('hundredths of hours add up to the sum of the minutes, rounded once, and none is off by a hundredth', t => {
  const minutes = fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(minutes, given => {
      const parts = hundredthsOfHours(given);
      const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
      t.is(sum(parts), Math.round((sum(given) * 100) / 60));
      for (const [at, part] of parts.entries()) t.true(Math.abs(part * 60 - given[at]! * 100) < 60);
    }),
  );
});
