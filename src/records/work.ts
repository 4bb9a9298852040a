import { z } from 'zod';
import { count, createdVia, date, timestamp } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';

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
  /** What to ask the client; null unless the verdict is `needs_question`. */
  question: z.string().nullable(),
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
  author: z.string(),
  createdVia,
  createdAt: timestamp,
});
