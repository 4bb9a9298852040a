import { type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { cents, count, currency, timestamp } from '../vocabulary/fields.ts';
import { json } from './columns.ts';

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

/** The SQL of the currency of a row of scopes: the workspace's of the moment, until the first draft fixes it. */
export function scopeCurrency(table: string): FragmentSqlToken {
  const column = (name: string) => sql.identifier([table, name]);
  return sql.fragment`coalesce(${column('currency')}, (
    select w.default_currency from corkboard.workspaces w where w.id = ${column('workspace_id')}))`;
}

const Priceless = Scope.omit({ priceCents: true });

/** The JSON of a row of scopes; null where the row is missing. */
export function scopeJson(table: string): FragmentSqlToken {
  const price = sql.identifier([table, 'price_cents']);
  const version = sql.identifier([table, 'version']);
  const computed = { currency: scopeCurrency(table) };
  return sql.fragment`case
    when ${version} is null then null
    when ${price} is null then ${json(Priceless, table, computed)}
    else ${json(Scope, table, computed)}
  end`;
}
