import { z } from 'zod';
import { requiredText, text } from './text.ts';

/** How many questions of an intake may have an answer. */
export const maxAnswers = 40;

const trimmed = requiredText(200);
/** Only checked here and trimmed later: if trimming made two questions equal here, the record would lose one. */
const question = z
  .string()
  .superRefine((asked, context) => {
    const [issue] = trimmed.safeParse(asked).error?.issues ?? [];
    if (issue) context.addIssue({ code: 'custom', message: issue.message });
  })
  .meta(trimmed.meta()!);

/** The answers of an intake, by question. Blank answers are dropped. */
export const intakeAnswers = z
  .record(question, text(5000))
  .meta({ maxProperties: maxAnswers })
  .transform((given, context) => {
    const answers = new Map<string, string>();
    for (const [asked, answer] of Object.entries(given)) {
      const question = asked.trim();
      if (answers.has(question)) {
        context.addIssue({ code: 'custom', path: [question], message: 'must be asked once' });
      }
      answers.set(question, answer);
    }
    return Object.fromEntries([...answers].filter(([, answer]) => answer !== ''));
  })
  .refine(answers => Object.keys(answers).length <= maxAnswers, {
    error: `must have at most ${maxAnswers} answers`,
  });
