import { z } from 'zod';
import { cents, count, currency, timestamp } from '../vocabulary/fields.ts';

/** The scope as it leaves the service. `priceCents` is absent, not null, where the work has no price. */
export const Scope = z.strictObject({
  deliverables: z.array(z.string()),
  revisionRounds: count.describe('Rounds of changes included in the price.'),
  timeline: z.string().nullable(),
  priceCents: cents.optional().describe('Absent: no fixed price.'),
  currency,
  version: count.describe('0: never drafted.'),
  approvedAt: timestamp.nullable().describe('null: still a draft.'),
});
