import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { json } from './fragments.ts';
import { Scope } from './scope.ts';

/** The SQL of the currency of a row of scopes: the workspace's present one, until the first draft fixes the scope's own. */
export function scopeCurrency(table: string): FragmentSqlToken {
  const column = (name: string) => sql.identifier([table, name]);
  return sql.fragment`coalesce(${column('currency')}, corkboard.workspace_currency(${column('workspace_id')}))`;
}

const Priceless = Scope.omit({ priceCents: true });

const computed = { currency: scopeCurrency('s') };

/** The JSON of a row of scopes named `s`; null where the row is missing. */
export const scopeJson: FragmentSqlToken = sql.fragment`case
    when s.version is null then null
    when s.price_cents is null then ${json(Priceless, 's', computed)}
    else ${json(Scope, 's', computed)}
  end`;
