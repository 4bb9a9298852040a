import { z } from 'zod';
import { authenticatedRead, rowOf } from '../database/authenticatedRead.ts';
import type { Database } from '../database/database.ts';
import { sql } from '../database/pool.ts';
import { tenantOf } from '../database/tenantCache.ts';
import type { WriteOperation } from '../operations/define.ts';
import type { Idempotency, RequestContext } from './write.ts';

const Row = z.object({
  /** When the write was first performed; null if its answer is no longer stored. */
  writtenAt: z.string().nullable(),
  askedAt: z.string(),
  /** The present record as JSON; null if it no longer exists. */
  answer: z.string().nullable(),
});

// src/records/fragments.ts refers to the workspace by the alias.
const present = authenticatedRead({
  names: ['workspaceId', 'key'],
  statement: ({ workspaceId, key }, answer) => sql.type(Row)`
    select admitted.workspace_id, corkboard.iso(admitted.written_at) as "writtenAt",
      corkboard.iso(statement_timestamp()) as "askedAt", ${answer} as answer
    from corkboard.first_written_at(${workspaceId}, ${key}) admitted`,
  isOnNode: false,
});

/**
 * The note to a caller whose write was answered by a replay: that nothing was recorded, how to record the same thing again on
 * purpose, and what has changed in the record since. `answer` is the replayed answer. Runs one statement, without the
 * workspace's lock. Throws Overload if no connection becomes free in time.
 */
export async function replayNote(
  database: Pick<Database, 'for'>,
  { replay }: WriteOperation,
  { caller: { workspaceId }, deadline }: Pick<RequestContext, 'caller' | 'deadline'>,
  input: Record<string, unknown>,
  { key }: Idempotency,
  answer: string,
): Promise<string> {
  const first = { input, answer: JSON.parse(answer) };
  const row = await database
    .for(deadline, tenantOf(workspaceId))
    .one(present({ workspaceId, key }, rowOf(replay.now(first))));
  const today = row.askedAt.slice(0, 'YYYY-MM-DD'.length);
  const changes =
    row.answer === null
      ? [`The ${replay.noun} no longer exists.`]
      : replay.changes(first, JSON.parse(row.answer), today);
  return [
    `Nothing was recorded: this repeats ${callOf(row.writtenAt, today)} with the same arguments.`,
    'That call succeeded, and the result above is its answer.',
    `To record it again on purpose, change an argument (${replay.smallestChange} enough).`,
    ...changes,
  ].join(' ');
}

/** The time of the first call in UTC, to the minute, with the date if that isn't today. */
function callOf(writtenAt: string | null, today: string): string {
  if (writtenAt === null) return 'an earlier call';
  const [date, time = ''] = writtenAt.split('T');
  return `the call of ${date === today ? '' : `${date}, `}${time.slice(0, 'HH:MM'.length)} UTC`;
}
