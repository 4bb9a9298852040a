import test from 'ava';
import { submitIntake } from '../../src/actions/agreement.ts';
import { setClient } from '../../src/actions/client.ts';
import { addEndpoint } from '../../src/actions/endpoint.ts';
import { setLateFee } from '../../src/actions/invoice.ts';
import { clearBlankFields, parseText } from '../../src/actions/text.ts';
import { setWorkspace } from '../../src/actions/workspace.ts';

test('a number in an argument is written in plain digits', t => {
  const { cents } = setLateFee.input.shape;
  t.is(parseText(cents!, ' 1500 ', 'cents'), 1500);
  for (const text of ['1e3', '1.5', '0x10', '1,000', 'ten', '']) {
    t.throws(() => parseText(cents!, text, 'cents'), { message: 'cents must be a whole number.' });
  }
});

test('booleans are parsed as they are written, also in optional fields', t => {
  const { ai } = setWorkspace.input.shape;
  t.deepEqual([parseText(ai!, 'true', 'ai'), parseText(ai!, 'false', 'ai')], [true, false]);
  t.throws(() => parseText(ai!, 'yes', 'ai'), { message: 'ai must be one of true, false.' });
});

test('names in a list are separated by commas, and only known ones are accepted', t => {
  const { events } = addEndpoint.input.shape;
  const named = (text: string) => (events as any).safeParse(parseText(events!, text, 'events'));
  t.deepEqual(named('client.created, invoice.paid,client.created').data, ['client.created', 'invoice.paid']);
  t.false(named('client.created,').success);
  t.false(named('ping').success);
});

test('questions are one per line, and blank lines are ignored', t => {
  const questions = setWorkspace.input.shape.intakeQuestions as any;
  const given = parseText(questions, 'Who visits?\r\n\r\nWhen?', 'intakeQuestions');
  t.deepEqual(questions.parse(given), ['Who visits?', 'When?']);
});

test('answers are parsed as JSON, and anything else is rejected', t => {
  const { answers } = submitIntake.input.shape;
  t.deepEqual(parseText(answers!, '{"Who visits?": "Regulars"}', 'answers'), { 'Who visits?': 'Regulars' });
  t.false((answers as any).safeParse(parseText(answers!, 'Regulars', 'answers')).success);
});

test('a form clears the clearable fields that it sends blank, and nothing else', t => {
  const sent = ['name', 'notes', 'company', 'once', '__proto__'];
  t.deepEqual(clearBlankFields(setClient.input, sent, { name: '', notes: ' \u200b', company: 'Harbour' }), {
    name: '',
    notes: null,
    company: 'Harbour',
  });
});
