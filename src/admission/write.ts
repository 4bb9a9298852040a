import { hash } from 'node:crypto';
import { z } from 'zod';
import { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import { writerOf } from '../database/tenantCache.ts';
import { toFailure } from '../errors/translate.ts';
import type { Caller, Write } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';
import { invalidKey, planWithoutApi } from './refusals.ts';

/** The way that a write comes in by, REST or the tool server (the "door"); the record keeps it as createdVia. */
export type Via = 'api' | 'mcp';

/** Who writes, by which door and in which request, and how long they may wait. */
export interface RequestContext {
  caller: Caller;
  /** The SHA-256 of the key that the request was admitted by. */
  keyHash: Buffer;
  via: Via;
  deadline: Deadline;
  /** The Request-Id, which the audit log and the deliveries of the write keep; null where no request caused it. */
  requestId: string | null;
  traceparent: string | null;
}

/** What makes two requests the same one (spec: Idempotency 2). */
export interface Idempotency {
  key: string;
  /** SHA-256 of method, path and body. */
  fingerprint: Buffer;
}

/**
 * How long completing an answer may take, in ms: longer than the 15 s that it waits for a verdict. It goes on when the
 * client has gone, because a retry gets the same answer.
 */
const completionMs = 20_000;

const Row = z.object({
  answer: z.string().nullable(),
  replayed: z.boolean(),
  refusal: z.enum(['invalid_key', 'plan_limit']).nullable(),
});
const Kept = z.object({ answer: z.string() });

/**
 * Performs a write in one transaction and one round trip: locks the workspace, looks up the kept answer of the same
 * request, and where there is none does the write and keeps its answer. Equal requests that come at once make one
 * record and all get its answer. Throws what the database refuses, and NotAdmitted where the key was revoked, or the
 * plan lost the API, since the request was admitted. A write that was refused, was Overload or was
 * canceled by the database has stored nothing; if the connection broke, the outcome is unknown, and a retry with the same
 * idempotency key finds out. An operation whose answer waits for a job is answered when it `completes`.
 */
export async function write(
  { database, config }: { database: Pick<Database, 'for'>; config: Config },
  operation: Write,
  { caller, keyHash, via, deadline, requestId, traceparent }: RequestContext,
  input: Record<string, unknown>,
  idempotency: Idempotency | null,
): Promise<{ answer: string; replayed: boolean }> {
  const key = idempotency?.key ?? null;
  const fingerprint = idempotency === null ? null : sql.binary(idempotency.fingerprint);
  const writing = database.for(deadline, writerOf(caller.workspaceId)).one(
    prepared(sql.type(Row)`
      select
        case when begun.refusal is null then coalesce(begun.response, corkboard.store_response(
          (begun.caller).workspace_id, ${key}, ${fingerprint},
          (select row_to_json(a)::text from (${operation.sqlCall(input, caller, config)}) a)
        )) end as answer,
        begun.response is not null as replayed,
        begun.refusal
      from corkboard.begin_api_write(
        ${caller.workspaceId}, ${sql.binary(keyHash)}, ${via}, ${caller.label}, ${key}, ${fingerprint}, ${requestId}, ${traceparent}) begun`),
  );
  const row = await writing.catch(error => {
    throw toFailure(error)?.code === 'not_found' ? missingRecord(operation) : error;
  });
  if (row.refusal !== null) throw row.refusal === 'invalid_key' ? invalidKey() : planWithoutApi();
  const { answer, replayed } = row as { answer: string; replayed: boolean };
  const later = database.for(new Deadline(completionMs), writerOf(caller.workspaceId));
  // The wait for a verdict uses up nothing of what the request may wait for the database.
  const completed = await deadline.exclude(
    Promise.resolve(operation.complete?.(answer, input, caller, later) ?? answer),
  );
  if (key === null || completed === answer) return { answer: completed, replayed };
  const kept = await later.one(
    prepared(sql.type(Kept)`
      select corkboard.finalize_response(${caller.workspaceId}, ${key}, ${answer}, ${completed}) as answer`),
  );
  return { answer: kept.answer, replayed };
}

/** The fingerprint of a request; `body` is the JSON as parsed: its white space and order of keys do not count. */
export function fingerprint(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path}\n${canonical(body)}`, 'buffer');
}

/** JSON with the keys of every object sorted. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
