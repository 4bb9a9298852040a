import { fragment } from '../database/fragment.ts';
import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { asUuid } from '../vocabulary/id.ts';
import type { Action, Row } from './define.ts';
import { statementOf } from './statement.ts';

/**
 * The query of an action, for a statement in which `begun` is the row of corkboard.begin_member_action. No row: the workspace
 * has no such record. `id` may be a column of `begun`. `more`: values by name, besides those of the input. `partOf`: the ids
 * of the records that the record must belong to, by column.
 */
export function actionQuery(
  action: Action,
  id: string | FragmentSqlToken,
  input: Row,
  more: Row = {},
  partOf: Record<string, string> = {},
): FragmentSqlToken {
  const { text, values } = statementOf(action);
  const query = fragment(text, [typeof id === 'string' ? asUuid(id) : id, ...values(input, more)]);
  return Object.entries(partOf).reduce(
    (found, [column, of]) => sql.fragment`${found} and ${sql.identifier(['record', column])} = ${asUuid(of)}`,
    query,
  );
}
