import test from 'ava';
import { paragraph } from '../../src/webhooks/text.ts';

test('a text keeps its lines, without blank ones, up to the channel’s limit', t => {
  t.is(paragraph('A\r\n\r\n\n  B \u2028C\n'), 'A\nB\nC');
  t.is(paragraph('x\n'.repeat(100)), 'x\n'.repeat(12) + '…');
  t.is(paragraph('x\n'.repeat(12)), 'x\n'.repeat(12).trim());
});
