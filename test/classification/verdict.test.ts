import test from 'ava';
import { readVerdict } from '../../src/classification/verdict.ts';

const read = (content: unknown) =>
  readVerdict({
    choices: [{ message: { content: typeof content === 'string' ? content : JSON.stringify(content) } }],
  });
const newWork = { verdict: 'new_work', reason: 'No shop was agreed on.', question: null };

test('each of the three verdicts is parsed', t => {
  for (const verdict of [
    { verdict: 'in_scope', reason: 'The header is part of the home page.', question: null },
    newWork,
    { verdict: 'needs_question', reason: 'It names no page.', question: 'Which page do you mean?' },
  ]) {
    t.deepEqual(read(verdict), verdict as never);
  }
});

test('small mistakes of small models still give a verdict', t => {
  t.deepEqual(read(`\n\`\`\`json\n${JSON.stringify(newWork)}\n\`\`\`\n`), newWork as never);
  t.deepEqual(read({ verdict: 'new_work', reason: newWork.reason }), newWork as never);
  t.deepEqual(read({ ...newWork, question: ' ' }), newWork as never);
  t.deepEqual(read({ ...newWork, question: 'Shall we?', confidence: 0.9 }), newWork as never);
});

test('a reason is reduced to one line of plain text', t => {
  const reason = ' Part\u0000 of\r\nthe \u001b[31mhome\u202e page \ud800';
  t.is(read({ ...newWork, reason })!.reason, 'Part of the [31mhome page \ufffd');
});

test('a very long reason or question is cut, and the verdict holds', t => {
  const book = 'word '.repeat(500).trim();
  const { verdict, reason, question } = read({ verdict: 'needs_question', reason: book, question: book })!;
  t.is(verdict, 'needs_question');
  for (const text of [reason, question!]) {
    t.true(text.length <= 2000 && text.length > 1990);
    t.is(text, `${book.slice(0, text.length - 1)}…`);
  }
  const longest = 'x'.repeat(2000);
  t.is(read({ ...newWork, reason: longest })!.reason, longest);
});

for (const [name, content] of Object.entries({
  'a verdict of its own': { ...newWork, verdict: 'free_of_charge' },
  'three verdicts': { ...newWork, verdict: ['in_scope', 'new_work'] },
  'no reason': { verdict: 'in_scope' },
  'a blank reason': { ...newWork, reason: ' \u0000 ' },
  'needs_question without a question': { ...newWork, verdict: 'needs_question' },
  'needs_question with a blank question': { ...newWork, verdict: 'needs_question', question: '' },
  'a list': [newWork],
  'a sentence': 'This is in_scope.',
  'a sentence around the verdict': `Sure! ${JSON.stringify(newWork)}`,
  nothing: '',
  'half an answer': JSON.stringify(newWork).slice(0, -5),
  'lists in lists in lists': '['.repeat(100_000),
  null: null,
})) {
  test(`unusable answer: ${name}`, t => {
    t.is(read(content), null);
  });
}

for (const [name, completion] of Object.entries({
  'no completion': {},
  'no choices': { choices: [] },
  'choices that are no list': { choices: { message: { content: '{}' } } },
  'a refusal': { choices: [{ message: { content: null, refusal: 'I cannot help with that.' } }] },
  'a tool call': { choices: [{ message: { content: null, tool_calls: [{ id: '1', type: 'function' }] } }] },
  'content in parts': {
    choices: [{ message: { content: [{ type: 'text', text: JSON.stringify(newWork) }] } }],
  },
  text: 'in_scope',
  nothing: undefined,
})) {
  test(`unusable answer: ${name}, in place of a completion`, t => {
    t.is(readVerdict(completion), null);
  });
}
