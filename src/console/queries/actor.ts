import { type FragmentSqlToken, sql } from '../../database/sql.ts';
import { workspaceId } from '../../operations/define.ts';

/** The SQL of the actor who created a row of a table (an alias in the surrounding query), from the audit log. */
export function actorOf(row: string, action: string): FragmentSqlToken {
  return sql.fragment`(
    select l.actor from corkboard.audit_log l
     where l.workspace_id = ${workspaceId} and l.record_id = ${sql.identifier([row, 'id'])} and l.action = ${sql.literalValue(action)}
     limit 1)`;
}
