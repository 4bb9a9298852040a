import test from 'ava';
import { check } from '../../src/admission/check.ts';
import { queryReader } from '../../src/http/query.ts';
import { catalogue } from '../../src/operations/catalogue.ts';

// What is refused is told what it must be.

const inputOf = (name: string) => catalogue.find(operation => operation.name === name)!.input;
const line = { description: 'A', unitPriceCents: 1 };

for (const [name, input, words] of [
  ['logTime', { id: 'x', minutes: 2 ** 60 }, 'minutes must be at most 960.'],
  ['logTime', { id: 'x', minutes: -1e21 }, 'minutes must be at least 1.'],
  [
    'logTime',
    { id: 'x', minutes: 1.5 },
    'minutes must be a whole number of minutes: 90 is an hour and a half.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: [{ ...line, unitPriceCents: 1e21 }] },
    'lineItems.0.unitPriceCents must be at most 100000000.',
  ],
  [
    'draftInvoice',
    { projectId: 'x', lineItems: Array(1_001).fill(line) },
    'lineItems must have at most 50 elements.',
  ],
  [
    'draftScope',
    { id: 'x', deliverables: Array(1_001).fill('A') },
    'deliverables must have at most 50 elements.',
  ],
] as const) {
  test(`${words} ${JSON.stringify(input).slice(0, 80)}`, t => {
    t.throws(() => check(inputOf(name), input), { message: words });
  });
}

for (const page of ['-1', '1.0', '1e1', '+1', 'one', '٣']) {
  test(`page=${page} is told what a page must be`, t => {
    t.throws(() => queryReader(inputOf('listClients'))(`page=${encodeURIComponent(page)}`), {
      message: 'page must be a whole number from 1, in plain digits.',
    });
  });
}
