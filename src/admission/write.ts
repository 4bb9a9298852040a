import { hash } from 'node:crypto';
import { z } from 'zod';
import { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import { tenantOf, writerOf } from '../database/tenantCache.ts';
import { toFailure } from '../errors/translate.ts';
import type { Caller, WriteOperation } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';
import { InvalidKey, planWithoutApi, suspended } from './refusals.ts';

/** The channel of a write: REST or the tool server. The record has it as createdVia. */
export type Via = 'api' | 'mcp';

/** The caller of a write, its channel, request and deadline. */
export interface RequestContext {
  caller: Caller;
  /** The SHA-256 of the key that admitted the request. */
  keyHash: Buffer;
  via: Via;
  deadline: Deadline;
  /**
   * The Request-Id, which the audit log and the deliveries of the write record; null if no request caused the write.
   */
  requestId: string | null;
  traceparent: string | null;
}

/** Identifies a write: two requests with the same key and fingerprint are the same write. */
export interface Idempotency {
  key: string;
  /** SHA-256 of method, path and body. */
  fingerprint: Buffer;
}

/**
 * How long completing an answer may take, in ms: longer than the 15 s that it waits for a verdict. It continues after
 * the client has disconnected, because a retry gets the same answer.
 */
const completionMs = 20_000;

const Row = z.object({
  answer: z.string().nullable(),
  replayed: z.boolean(),
  refusal: z.enum(['invalid_key', 'suspended', 'plan_limit']).nullable(),
});
const Kept = z.object({ answer: z.string() });

/** The failure for each refusal of begin_api_write. */
const refusals = { invalid_key: () => new InvalidKey(), suspended, plan_limit: planWithoutApi };

/**
 * Performs a write in one transaction and one round trip: locks the workspace, looks up the stored answer of the same
 * request, and if there is none performs the write and stores its answer. Concurrent equal requests create one record and
 * all get its answer. Throws what the database rejects, and NotAdmitted if the key was revoked, the workspace was
 * suspended, or the plan lost the API, since the request was admitted. A write that was rejected, was Overload or was
 * canceled by the database has stored nothing; if the connection broke, the outcome is unknown, and a retry with the same
 * idempotency key finds out. An operation whose answer waits for a job is answered when it `completes`.
 */
export async function write(
  { database, config }: { database: Pick<Database, 'for'>; config: Config },
  operation: WriteOperation,
  { caller, keyHash, via, deadline, requestId, traceparent }: RequestContext,
  input: Record<string, unknown>,
  idempotency: Idempotency | null,
): Promise<{ answer: string; replayed: boolean }> {
  const key = idempotency?.key ?? null;
  const fingerprint = idempotency === null ? null : sql.binary(idempotency.fingerprint);
  const writing = database.for(deadline, writerOf(tenantOf(caller.workspaceId))).one(
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
  if (row.refusal !== null) throw refusals[row.refusal]();
  const { answer, replayed } = row as { answer: string; replayed: boolean };
  const later = database.for(new Deadline(completionMs), writerOf(tenantOf(caller.workspaceId)));
  // The wait for a verdict doesn't count against the request's deadline for the database.
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

/** The fingerprint of a request. `body` is the parsed JSON, so white space and the order of keys don't matter. */
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
