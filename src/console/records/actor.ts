import { type FragmentSqlToken, sql } from 'slonik';

/** The SQL of the actor who created a row of a table (an alias in the surrounding query), from the audit log. */
export function actorOf(row: string, action: string): FragmentSqlToken {
  const of = (column: string) => sql.identifier([row, column]);
  return sql.fragment`(
    select l.actor from corkboard.audit_log l
     where l.workspace_id = ${of('workspace_id')} and l.record_id = ${of('id')} and l.action = ${sql.literalValue(action)}
     limit 1)`;
}
