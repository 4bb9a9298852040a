import { type FragmentSqlToken, sql } from 'slonik';
import { fragment } from '../database/fragment.ts';
import { asUuid } from '../vocabulary/id.ts';
import { type Action, placeholders, type Row, tables, valuesOf } from './define.ts';

/**
 * The query that does an action, in a statement where `begun` is the row of corkboard.begin_action. No row: there is
 * no such record in this workspace. `id` may be a column of `begun`. `more`: the values of the action's `asks`.
 * `partOf`: the ids of what the record must be part of, by column. The workspace is read from `begun`, because only
 * that makes PostgreSQL run begin_action before everything else.
 */
export function onBegun(
  action: Action,
  id: string | FragmentSqlToken,
  input: Row,
  more: readonly unknown[] = [],
  partOf: Record<string, string> = {},
): FragmentSqlToken {
  const own = action.on === 'workspace';
  const call = action.calls('begun.workspace_id', placeholders(action, 2));
  const query = fragment(
    `select ${action.answer}
     from corkboard.${tables[action.on]} it, corkboard.${call} r
     where ${own ? 'it.id' : 'it.workspace_id'} = begun.workspace_id and (${own} or it.id = $1)`,
    [typeof id === 'string' ? asUuid(id) : id, ...valuesOf(action, input), ...more],
  );
  return Object.entries(partOf).reduce(
    (found, [column, of]) => sql.fragment`${found} and ${sql.identifier(['it', column])} = ${asUuid(of)}`,
    query,
  );
}
