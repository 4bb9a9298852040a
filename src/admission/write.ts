import { hash } from 'node:crypto';
import { z } from 'zod';
import { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import { type RowsAsJson, rowOf } from '../database/authenticatedRead.ts';
import type { Database } from '../database/database.ts';
import { prepared, sql } from '../database/pool.ts';
import type { FragmentSqlToken } from '../database/sql.ts';
import { tenantOf, writerOf } from '../database/tenantCache.ts';
import { Failure } from '../errors/failure.ts';
import { resultOrFailure } from '../errors/resultOrFailure.ts';
import { toFailure } from '../errors/translate.ts';
import type { Caller, WriteOperation } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';
import { InvalidKey, planWithoutApi, suspended } from './refusals.ts';

/** The channel of a write: REST or the tool server. The record has it as createdVia. */
export type Via = 'api' | 'mcp';

/** Where a write comes from. */
interface Origin {
  via: Via;
  /**
   * The Request-Id, which the audit log and the deliveries of the write record; null if no request caused the write.
   */
  requestId: string | null;
  traceparent: string | null;
}

/** The caller of a write, its origin and deadline. */
export interface RequestContext extends Origin {
  caller: Caller;
  /** The SHA-256 of the key that admitted the request. */
  keyHash: Buffer;
  deadline: Deadline;
  /** The JSON of the write's result, if its admission has performed it (attemptOf). */
  written?: string | null;
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

/** The result of a write: its answer, and whether that is the stored answer of an earlier request. */
interface Written {
  answer: string;
  replayed: boolean;
}

const Row = z.object({
  answer: z.string().nullable(),
  replayed: z.boolean(),
  refusal: z.enum(['invalid_key', 'suspended', 'plan_limit']).nullable(),
});
const Kept = z.object({ answer: z.string() });

/** The values of a write, beside those of its operation's call. */
type Given = Record<
  'workspaceId' | 'keyHash' | 'label' | 'via' | 'key' | 'fingerprint' | 'requestId' | 'traceparent',
  FragmentSqlToken
>;

/** The call of begin_api_write, whose row has the name `begun`. */
const begin = ({
  workspaceId,
  keyHash,
  label,
  via,
  key,
  fingerprint,
  requestId,
  traceparent,
}: Given) => sql.fragment`
  corkboard.begin_api_write(${workspaceId}, ${keyHash}, ${via}, ${label}, ${key}, ${fingerprint}, ${requestId}, ${traceparent}) begun`;

/** The answer of a write that has begun: the stored one, or that of the operation's call, which it stores. */
const answerOf = (call: FragmentSqlToken, { key, fingerprint }: Given) => sql.fragment`
  coalesce(begun.response, corkboard.store_response(
    (begun.caller).workspace_id, ${key}, ${fingerprint}, (select row_to_json(a)::text from (${call}) a)))`;

const isReplayed = sql.fragment`begun.response is not null`;

/** A write in the place of a read of its own admission, and its values (src/admission/authenticate.ts). */
export interface Attempt {
  result: RowsAsJson;
  given: Record<string, unknown>;
}

/** The results of attempts by the SQL of their operation's call, which only the values of the next one differ from. */
const results = new Map<string, RowsAsJson>();

/**
 * A write for its own admission. The result is null if another transaction has the workspace's lock, for which admission
 * doesn't wait. Undefined if the write needs settings of the workspace, or if its input is rejected, because the failures of
 * admission come first. Citus only admits.
 */
export function attemptOf(
  operation: WriteOperation,
  input: Record<string, unknown>,
  idempotency: Idempotency | null,
  origin: Origin,
  config: Config,
): Attempt | undefined {
  const call = resultOrFailure(() => operation.sqlCall(input, null, config));
  if (call === null || call instanceof Failure) return undefined;
  let result = results.get(call.sql);
  if (result === undefined) {
    result = resultOf(call);
    results.set(call.sql, result);
  }
  const { key, fingerprint } = idempotency ?? { key: null, fingerprint: null };
  return { result, given: { ...origin, key, fingerprint, ...call.values } };
}

/** The JSON of a Written, for all calls with this SQL. */
function resultOf(call: FragmentSqlToken): RowsAsJson {
  const indexes = Object.keys(call.values);
  return {
    queries: [],
    names: ['via', 'key', 'fingerprint', 'requestId', 'traceparent', ...indexes],
    expression: (mayRead, stands) => {
      const stand = { ...call, values: indexes.map(index => stands[index]!.values[0]!) };
      const given = {
        ...(stands as Given),
        workspaceId: sql.fragment`locked.workspace_id`,
        label: sql.fragment`admitted.label`,
      };
      return rowOf(sql.fragment`
        select ${answerOf(stand, given)} as answer, ${isReplayed} as replayed
        from (select corkboard.try_lock_workspace(admitted.workspace_id) as workspace_id) locked
        cross join lateral ${begin(given)}
        where locked.workspace_id is not null and begun.refusal is null`).expression(mayRead, stands);
    },
    compose: () => null,
  };
}

/** The failure for each refusal of begin_api_write. */
const refusals = { invalid_key: () => new InvalidKey(), suspended, plan_limit: planWithoutApi };

/**
 * Performs a write, unless its admission has done so, in one transaction and one round trip: locks the workspace, looks up the
 * stored answer of the same request, and if there is none performs the write and stores its answer. Concurrent equal requests
 * create one record and all get its answer. An operation whose answer waits for a job is answered when it `completes`.
 *
 * Throws what the database rejects, and NotAdmitted if the key was revoked, the workspace was suspended, or the plan lost the
 * API, since the request was admitted. A write that was rejected, was Overload or was canceled by the database has stored
 * nothing; if the connection broke, the outcome is unknown, and a retry with the same idempotency key finds out.
 */
export async function write(
  { database, config }: { database: Pick<Database, 'for'>; config: Config },
  operation: WriteOperation,
  { caller, keyHash, deadline, written = null, ...origin }: RequestContext,
  input: Record<string, unknown>,
  idempotency: Idempotency | null,
): Promise<Written> {
  const perform = async (): Promise<Written> => {
    const given = {
      workspaceId: sql.fragment`${caller.workspaceId}`,
      keyHash: sql.fragment`${sql.binary(keyHash)}`,
      label: sql.fragment`${caller.label}`,
      via: sql.fragment`${origin.via}`,
      key: sql.fragment`${idempotency?.key ?? null}`,
      fingerprint: sql.fragment`${idempotency ? sql.binary(idempotency.fingerprint) : null}`,
      requestId: sql.fragment`${origin.requestId}`,
      traceparent: sql.fragment`${origin.traceparent}`,
    };
    const call = operation.sqlCall(input, caller, config)!;
    const row = await database
      .for(deadline, writerOf(tenantOf(caller.workspaceId)))
      .one(
        prepared(sql.type(Row)`
          select case when begun.refusal is null then ${answerOf(call, given)} end as answer, ${isReplayed} as replayed, begun.refusal
          from ${begin(given)}`),
      )
      .catch(error => {
        throw toFailure(error)?.code === 'not_found' ? missingRecord(operation) : error;
      });
    if (row.refusal !== null) throw refusals[row.refusal]();
    return row as Written;
  };
  const { answer, replayed }: Written = written === null ? await perform() : JSON.parse(written);
  const key = idempotency?.key ?? null;
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
