import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../records/fragments.ts';

/** The SQL of who did something to a row of a table (an alias in the query around it), from the audit log. */
export function actorOf(row: string, action: string): FragmentSqlToken {
  return sql.fragment`(
    select l.actor from corkboard.audit_log l
     where l.workspace_id = ${workspaceId} and l.record_id = ${sql.identifier([row, 'id'])} and l.action = ${sql.literalValue(action)}
     limit 1)`;
}
