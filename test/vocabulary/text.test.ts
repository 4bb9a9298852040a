import test from 'ava';
import { oneLine } from '../../src/vocabulary/text.ts';

test('a name contains no line breaks or direction marks', t => {
  t.is(oneLine('  A\r\n\tB\u0000\u0007C\u2028D\u0085 E  '), 'A B C D E');
  t.is(oneLine('invoice\u202egnp.exe \u2066x\u2069\u200f'), 'invoicegnp.exe x');
  t.is(oneLine('👩‍👩‍👧 مخبز'), '👩‍👩‍👧 مخبز');
});
