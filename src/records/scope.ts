import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { json } from './columns.ts';
import { cents, count, currency, timestamp } from './fields.ts';

/** `priceCents` is absent, not null, where the work has no price. */
export const Scope = z.strictObject({
  deliverables: z.array(z.string()),
  revisionRounds: count,
  timeline: z.string().nullable(),
  priceCents: cents.optional(),
  currency,
  version: count,
  approvedAt: timestamp.nullable(),
});

const Priceless = Scope.omit({ priceCents: true });

/** The JSON of a row of scopes; null where the row is missing. */
export function scopeJson(table: string): FragmentSqlToken {
  const price = sql.identifier([table, 'price_cents']);
  const version = sql.identifier([table, 'version']);
  return sql.fragment`case
    when ${version} is null then null
    when ${price} is null then ${json(Priceless, table)}
    else ${json(Scope, table)}
  end`;
}
