import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { Patience } from '../database/patience.ts';
import { prepared, sql } from '../database/pool.ts';
import type { Caller, Write } from '../operations/define.ts';

/** By which door a write comes in; the record keeps it as createdVia. */
export type Via = 'api' | 'mcp';

/** Who comes in, by which door and with which request, and how long they wait. */
export interface Visitor {
  caller: Caller;
  via: Via;
  patience: Patience;
  /** What the audit log and the deliveries of the write bear; null where no request asks for it. */
  requestId: string | null;
  traceparent: string | null;
}

/** What makes two requests the same one (spec: Idempotency 2). */
export interface Idempotency {
  key: string;
  /** SHA-256 of method, path and body. */
  fingerprint: Buffer;
}

/** Longer than the 15 s that an answer waits for its verdict, and never over because the client has gone: its retry gets the same answer. */
const completionMs = 20_000;

const Row = z.object({ answer: z.string().nullable(), replayed: z.boolean() });
const Kept = z.object({ answer: z.string() });

/**
 * Performs a write in one transaction and one round trip: the workspace is locked, the kept answer
 * of the same request looked up, else the write done and its answer kept. N at once make one record and N
 * equal answers. Throws what the database refuses; a refused write has stored nothing. So has one that was
 * Overdue or given up by the database; where the connection broke, the same key tells.
 * An operation whose answer waits for a job is answered when it `completes`.
 */
export async function write(
  { database, config }: { database: Pick<Database, 'for'>; config: Config },
  operation: Write,
  { caller, via, patience, requestId, traceparent }: Visitor,
  input: Record<string, unknown>,
  idempotency: Idempotency | null,
): Promise<{ answer: string; replayed: boolean }> {
  const key = idempotency?.key ?? null;
  const fingerprint = idempotency === null ? null : sql.binary(idempotency.fingerprint);
  const row = await database.for(patience, caller.workspaceId).one(
    prepared(sql.type(Row)`
      select
        coalesce(begun.response, corkboard.finish_write(
          (begun.caller).workspace_id, ${key}, ${fingerprint},
          (select row_to_json(a)::text from (${operation.does(input, caller, config)}) a)
        )) as answer,
        begun.response is not null as replayed
      from corkboard.begin_write(
        ${caller.workspaceId}, ${via}, ${caller.label}, ${key}, ${fingerprint}, ${requestId}, ${traceparent}) begun`),
  );
  const { answer, replayed } = row as { answer: string; replayed: boolean };
  const later = database.for(new Patience(undefined, completionMs));
  const completed = await (operation.completes?.(answer, input, caller, later) ?? answer);
  if (key === null || completed === answer) return { answer: completed, replayed };
  const kept = await later.one(
    prepared(sql.type(Kept)`
      select corkboard.settle_write(${caller.workspaceId}, ${key}, ${answer}, ${completed}) as answer`),
  );
  return { answer: kept.answer, replayed };
}

/** The fingerprint of a request; `body` is the JSON as parsed: its white space and order of keys do not count. */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonical(body)}`)
    .digest();
}

/** JSON with the keys of every object sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
