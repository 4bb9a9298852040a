import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import { authenticatedRead, rowOf } from '../database/authenticatedRead.ts';
import type { Database } from '../database/database.ts';
import { sql } from '../database/pool.ts';
import { tenantOf } from '../database/tenantCache.ts';
import type { Caller, ReadOperation } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';
import { check } from './check.ts';

const Row = z.object({ answer: z.string().nullable() });

const named = authenticatedRead({
  names: ['workspaceId'],
  statement: ({ workspaceId }, answer) => sql.type(Row)`
    select admitted.workspace_id, ${answer} as answer
    from (select ${workspaceId}::uuid as workspace_id, corkboard.enter_workspace(${workspaceId}::uuid)) admitted`,
  isOnNode: false,
});

/**
 * The note to a caller whose list is empty because no record has the id that it is filtered by: it says where ids come from.
 * Undefined for every other answer. Runs a statement only for an empty list with such a filter.
 */
export async function emptyNote(
  database: Pick<Database, 'for'>,
  operation: ReadOperation,
  given: Record<string, unknown>,
  answer: string,
  { workspaceId }: Pick<Caller, 'workspaceId'>,
  deadline: Deadline,
): Promise<string | undefined> {
  const record = operation.namedBy?.(check(operation.input, given));
  if (record === undefined || JSON.parse(answer).page.total > 0) return undefined;
  const row = await database.for(deadline, tenantOf(workspaceId)).one(named({ workspaceId }, rowOf(record)));
  return row.answer === null ? missingRecord(operation).message : undefined;
}
