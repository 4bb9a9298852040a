import test from 'ava';
import { timeLines } from '../../src/documents/timeLines.ts';
import { invoiceDocumentWith } from '../support/invoiceDocuments.ts';

test('a line that would be too long is cut between two characters as people see them', t => {
  const family = '👨‍👩‍👧';
  const description = `${'a'.repeat(480)}${family}${'b'.repeat(20)}`;
  const entry = { id: '1', date: '2027-01-31', minutes: 60, description, memberId: null };
  const { lines } = timeLines({ entries: [entry], parties: invoiceDocumentWith() }, 'entry');
  t.regex(lines[0]!.description, /a…$/);
});
