import { z } from 'zod';
import { intakeAnswers } from '../operations/intake.ts';
import { id, required } from './parameters.ts';
import { call, json } from './query.ts';
import type { Noun } from './verb.ts';

/** Answers by question, as JSON. */
const answers = z
  .string()
  .transform(parseJson)
  .pipe(intakeAnswers)
  .transform(given => JSON.stringify(given));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const intake: Noun = {
  name: 'intake',
  summary: 'what a client is asked before a project',
  verbs: [
    {
      name: 'submit',
      summary: 'Submit the answers of a project, as its client does',
      takes: [
        id('project'),
        required('--answers <json>', 'answers by question, like {"Who visits?": "Regulars"}', answers),
      ],
      of: 'project',
      query: call(
        'projects',
        'submit_intake(it.workspace_id, it.id, $2)',
        `${json('projectId submittedAt')} as intake`,
      ),
    },
  ],
};
