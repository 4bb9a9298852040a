import { z } from 'zod';
import { cents, count, currency, timestamp } from '../vocabulary/fields.ts';

/** The scope as it leaves the service. `priceCents` is absent, not null, where the work has no price. */
export const Scope = z.strictObject({
  deliverables: z.array(z.string()),
  revisionRounds: count,
  timeline: z.string().nullable(),
  priceCents: cents.optional(),
  currency,
  version: count,
  approvedAt: timestamp.nullable(),
});
