import { z } from 'zod';
import { intakeAnswers, maxAnswers } from '../../vocabulary/intakeAnswers.ts';
import { requiredText, text } from '../../vocabulary/text.ts';
import { type Field, fieldsOf } from '../forms/fields.ts';
import { fieldsOfRow } from '../forms/rows.ts';
import type { SharePageContext } from './sharePage.ts';

// Questions of a workspace in a client's form. The form sends each answer with its question, because the workspace's
// questions may change meanwhile.

const answered = z.strictObject({ question: requiredText(200), answer: text(5000) });

/** The answers by question, from the rows of a form. Without a single one it is rejected if `isRequired`. */
export const answersByQuestion = (isRequired: boolean) => {
  const rows = z.array(answered, { error: 'are all blank: give at least one' });
  return (isRequired ? rows : rows.default([]))
    .transform(given => Object.fromEntries(given.map(({ question, answer }) => [question, answer])))
    .pipe(intakeAnswers);
};

const [field] = fieldsOf(z.strictObject({ answers: z.array(answered).max(maxAnswers) }), {
  answers: { fields: { question: { hidden: true }, answer: { kind: 'textarea' } } },
}) as [Field];

/** The rows of answers in a form that is sent. */
export const answersField: Field = { ...field, required: false };

/**
 * A field for each question, and the values of the hidden ones. After a rejection the form keeps the questions that were
 * answered.
 */
export function questionFields(questions: readonly string[], { rejected }: SharePageContext) {
  const sent = [...(rejected?.values ?? [])]
    .filter(([name]) => /^answers\.\d+\.question$/.test(name))
    .slice(0, maxAnswers);
  const asked = sent.length > 0 ? sent.map(([, question]) => question) : questions;
  const fields = asked.flatMap((question, row) =>
    fieldsOfRow(field, row).map(one => ({ ...one, label: question, required: false })),
  );
  const values = Object.fromEntries(asked.map((question, row) => [`answers.${row}.question`, question]));
  return { fields, values };
}
