import { z } from 'zod';
import { count, createdVia, date, timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

/** How many rounds of changes a project has had, and how many its scope includes. */
export const rounds = {
  roundsUsed: count.describe('Revision rounds logged so far.'),
  roundsIncluded: count.nullable().describe('null: there is no scope.'),
};

export const Revision = z.strictObject({
  id,
  projectId: id,
  roundNumber: count,
  description: z.string(),
  createdVia,
  loggedAt: timestamp,
});

export const RevisionClassification = z.strictObject({
  verdict: z.enum(['in_scope', 'new_work', 'needs_question']),
  reason: z.string(),
  question: z.string().nullable().describe('To ask the client; null unless needs_question.'),
});

export const TimeEntry = z.strictObject({
  id,
  projectId: id,
  date,
  minutes: count,
  description: z.string().nullable(),
  billable: z.boolean(),
  createdVia,
  createdAt: timestamp,
});

export const Note = z.strictObject({
  id,
  projectId: id,
  body: z.string(),
  author: z.string().describe('Label of the API key.'),
  createdVia,
  createdAt: timestamp,
});
