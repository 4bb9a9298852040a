import type { FragmentSqlToken } from 'slonik';
import { fragment } from '../database/fragment.ts';
import { asUuid } from '../vocabulary/id.ts';
import { type Action, placeholders, type Row, tables, valuesOf } from './define.ts';

/**
 * The query that does an action on `begun`, the turn that corkboard.begin_action gave: no row where the record is not
 * there, or in another workspace. `more`: what the action `asks` with. It takes the workspace from `begun`, because
 * only that has PostgreSQL begin before it does anything else.
 */
export function onBegun(action: Action, id: string, input: Row, more: unknown[] = []): FragmentSqlToken {
  const own = action.on === 'workspace';
  const call = action.calls('begun.workspace_id', placeholders(action, 2));
  return fragment(
    `select ${action.answer}
     from corkboard.${tables[action.on]} it, corkboard.${call} r
     where ${own ? 'it.id' : 'it.workspace_id'} = begun.workspace_id and (${own} or it.id = $1)`,
    [asUuid(id), ...valuesOf(action, input), ...more],
  );
}
