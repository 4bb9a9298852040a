import { z } from 'zod';
import { requiredText, text } from '../operations/input.ts';
import { json } from './json.ts';
import { id, required } from './parameters.ts';
import type { Noun } from './verb.ts';

const mostAnswers = 40;

/** Answers by question, in the bounds of the API's createProject, where a blank answer is none as well. */
const answers = z
  .string()
  .transform(parseJson)
  .pipe(z.record(requiredText(200), text(5000), { error: 'must be a JSON object of answers by question' }))
  .transform(given => Object.entries(given).filter(([, answer]) => answer !== ''))
  .refine(given => given.length <= mostAnswers, { error: `must have at most ${mostAnswers} answers` })
  .transform(given => JSON.stringify(Object.fromEntries(given)));

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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
      query: `select ${json('r', 'projectId submittedAt')} as intake
        from corkboard.projects p, corkboard.submit_intake(p.workspace_id, p.id, $2) r where p.id = $1`,
    },
  ],
};
