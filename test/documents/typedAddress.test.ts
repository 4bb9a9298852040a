import test from 'ava';
import { typedAddress } from '../../src/documents/typedAddress.ts';

test('the fields of an address are found in free text', t => {
  const of = (text: string, ...names: string[]) => Object.values(typedAddress(text, names));
  for (const [text, ...expected] of [
    [
      'Larkspur Studio\n14 Mill Street\nPortland, ME 04101',
      'Larkspur Studio',
      '14 Mill Street',
      '04101',
      'Portland',
      'ME',
      null,
    ],
    ['Ada GmbH\nHof 1\nD-10115 Berlin\nDeutschland', 'Ada GmbH', 'Hof 1', '10115', 'Berlin', null, 'DE'],
    ['Kade 3\n1017 AB Amsterdam\nNederland', null, 'Kade 3', '1017 AB', 'Amsterdam', null, 'NL'],
    ['1 Quay\nLondon SW1A 1AA\nUnited Kingdom', null, '1 Quay', 'SW1A 1AA', 'London', null, 'GB'],
    ['Väg 2\n111 22 Stockholm', null, 'Väg 2', '111 22', 'Stockholm', null, null],
    ['a@b.example\n+49 30 1234567\nTel: 1\nwww.b.example', null, null, null, null, null, null],
    ['1 a\n2 b\n3 c\n4 d', null, '1 a\n2 b\n3 c, 4 d', null, null, null, null],
    ['1 Quay\nconstructor', null, '1 Quay\nconstructor', null, null, null, null],
    ['', null, null, null, null, null, null],
  ] as [string, ...(string | null)[]][])
    t.deepEqual(of(text), expected, text);
  t.is(typedAddress('Ada\n1 Quay', ['Ada']).legalName, null);
});
