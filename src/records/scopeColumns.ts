import { type FragmentSqlToken, sql } from 'slonik';
import { json } from './fragments.ts';
import { Scope } from './scope.ts';

/** The SQL of the currency of a row of scopes: the workspace's present one, until the first draft fixes the scope's own. */
export function scopeCurrency(table: string): FragmentSqlToken {
  const column = (name: string) => sql.identifier([table, name]);
  return sql.fragment`coalesce(${column('currency')}, corkboard.workspace_currency(${column('workspace_id')}))`;
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
