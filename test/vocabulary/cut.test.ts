import test from 'ava';
import fc from 'fast-check';
import { cut } from '../../src/vocabulary/cut.ts';
import { oneLine } from '../../src/vocabulary/text.ts';
import { strange } from '../support/deliveries.ts';

test('a text is cut between characters as people see them', t => {
  t.is(cut('abcdef', 6), 'abcdef');
  t.is(cut('abcdef', 5), 'abcd…');
  t.is(cut('abc def', 5), 'abc…');
  t.is(cut('ab👩‍👩‍👧cd', 9), 'ab…');
  t.is(cut('ab👩‍👩‍👧cd', 11), 'ab👩‍👩‍👧…');
  t.is(cut('abe\u0301de', 5), 'abe\u0301…');
  t.is(cut('e\u0301' + '\u0301'.repeat(20), 5), 'e\u0301\u0301\u0301…');
  t.is(cut('👩‍👩‍👧', 4), '👩‍…');
});

test('an escape is never cut in half, and no more than necessary is lost', t => {
  const doubled = (text: string) => text.replace(/x/g, '<x>');
  t.is(cut('xxxx', 12, doubled), '<x><x><x><x>');
  t.is(cut('xxxx', 11, doubled), '<x><x><x>…');
  t.is(cut('xxxx', 9, doubled), '<x><x>…');
});

test('a cut text fits, is well formed, and is the beginning with an ellipsis', t => {
  fc.assert(
    fc.property(strange, fc.integer({ min: 2, max: 500 }), (given, limit) => {
      const text = oneLine(given);
      const result = cut(text, limit);
      const fits = result.length <= limit && result.isWellFormed();
      return fits && (result === text || (result.endsWith('…') && text.startsWith(result.slice(0, -1))));
    }),
    { numRuns: 500 },
  );
  t.pass();
});
