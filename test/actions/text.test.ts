import test from 'ava';
import { submitIntake } from '../../src/actions/agreement.ts';
import { setClient } from '../../src/actions/client.ts';
import { addEndpoint } from '../../src/actions/endpoint.ts';
import { setLateFee } from '../../src/actions/invoice.ts';
import { read, readForm } from '../../src/actions/text.ts';
import { setWorkspace } from '../../src/actions/workspace.ts';
import { Failure } from '../../src/failure.ts';
import { draftInvoice } from '../../src/operations/draftInvoice.ts';

const refusal = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return [error.field, error.message];
    throw error;
  }
  return null;
};

test('a number is read in plain digits and judged by its bounds', t => {
  t.deepEqual(readForm(setLateFee.input, { cents: ' 1500 ' }), { cents: 1500 });
  for (const text of ['1e3', '1.5', '0x10', '1,000', 'ten']) {
    t.deepEqual(
      refusal(() => readForm(setLateFee.input, { cents: text })),
      ['cents', 'cents must be a whole number.'],
    );
  }
  t.deepEqual(
    refusal(() => readForm(setLateFee.input, { cents: '-1' })),
    ['cents', 'cents must be at least 0.'],
  );
});

test('what is required and blank or missing is refused under its field', t => {
  t.deepEqual(
    refusal(() => readForm(setLateFee.input, {})),
    ['cents', 'cents is required.'],
  );
  t.is(refusal(() => readForm(setLateFee.input, { cents: '' }))![0], 'cents');
});

test('a field left blank takes its value away where it may be without one, and else leaves it as it is', t => {
  t.deepEqual(readForm(setClient.input, { name: '', notes: '  ', company: 'Harbour' }), {
    notes: null,
    company: 'Harbour',
  });
});

test('a box says true where it is ticked, and false where only what stands behind it is sent', t => {
  t.deepEqual(readForm(setWorkspace.input, { ai: ['false', 'true'], pricesIncludeTax: 'false' }), {
    ai: true,
    pricesIncludeTax: false,
  });
  t.is(refusal(() => readForm(setWorkspace.input, { ai: 'yes' }))![0], 'ai');
});

test('names are read with commas between them or one by one, and only those there are', t => {
  const events = addEndpoint.input.shape.events!;
  t.deepEqual(read(events, 'client.created, invoice.paid', 'events'), ['client.created', 'invoice.paid']);
  t.deepEqual(
    readForm(addEndpoint.input, { url: 'https://a.example', events: ['client.created', 'client.created'] })
      .events,
    ['client.created'],
  );
  t.regex(
    refusal(() => readForm(addEndpoint.input, { url: 'https://a.example', events: 'nonsense' }))![1]!,
    /must name events out of/,
  );
});

test('questions stand under each other, and blank lines are none', t => {
  t.deepEqual(readForm(setWorkspace.input, { intakeQuestions: 'Who visits?\r\n\r\nWhen?' }), {
    intakeQuestions: ['Who visits?', 'When?'],
  });
  t.deepEqual(readForm(setWorkspace.input, { intakeQuestions: '' }), { intakeQuestions: [] });
});

test('answers are read as JSON or question by question', t => {
  const answers = { 'Who visits?': 'Regulars', 'e.g. when?': 'May' };
  t.deepEqual(readForm(submitIntake.input, { answers: JSON.stringify(answers) }), { answers });
  t.deepEqual(
    readForm(submitIntake.input, { 'answers.Who visits?': 'Regulars', 'answers.e.g. when?': 'May' }),
    { answers },
  );
});

test('the lines of an invoice are read by their numbers', t => {
  const { lineItems } = readForm(draftInvoice.input, {
    projectId: 'p',
    'lineItems.1.description': 'B',
    'lineItems.1.unitPriceCents': '200',
    'lineItems.0.description': 'A',
    'lineItems.0.unitPriceCents': '100',
    'lineItems.0.taxRateBps': '',
  }) as any;
  t.deepEqual(
    lineItems.map(({ description, unitPriceCents, taxRateBps }: any) => [
      description,
      unitPriceCents,
      taxRateBps,
    ]),
    [
      ['A', 100, null],
      ['B', 200, null],
    ],
  );
});

test('a field that is not known is refused by its name, whatever it is called', t => {
  for (const name of ['colour', '__proto__', 'constructor']) {
    const texts = Object.fromEntries([
      ['cents', '1'],
      [name, 'x'],
    ]);
    t.is(refusal(() => readForm(setLateFee.input, texts))![0], name);
  }
});
