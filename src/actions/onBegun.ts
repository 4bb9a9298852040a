import { type FragmentSqlToken, sql } from 'slonik';
import { fragment } from '../database/fragment.ts';
import { asUuid } from '../vocabulary/id.ts';
import type { Action, Row } from './define.ts';
import { statementOf } from './statement.ts';

/**
 * The query that does an action, in a statement where `begun` is the row of corkboard.begin_member_action. No row: there is
 * no such record in this workspace. `id` may be a column of `begun`. `more`: values by name, besides those of the input.
 * `partOf`: the ids of what the record must be part of, by column.
 */
export function onBegun(
  action: Action,
  id: string | FragmentSqlToken,
  input: Row,
  more: Row = {},
  partOf: Record<string, string> = {},
): FragmentSqlToken {
  const { text, values } = statementOf(action);
  const query = fragment(text, [typeof id === 'string' ? asUuid(id) : id, ...values(input, more)]);
  return Object.entries(partOf).reduce(
    (found, [column, of]) => sql.fragment`${found} and ${sql.identifier(['it', column])} = ${asUuid(of)}`,
    query,
  );
}
