import type { z } from 'zod';
import type { Config } from '../config.ts';
import { type CommonQueryMethods, type FragmentSqlToken, sql } from '../database/sql.ts';
import type { keyScope } from '../vocabulary/fields.ts';

export type Scope = z.infer<typeof keyScope>;

/** An operation's caller, besides what its SQL finds in the database. */
export interface Caller {
  workspaceId: string;
  /** The key's label. */
  label: string;
  /** The workspace's tax settings, for invoices that don't set their own. */
  taxRateBps: number;
  pricesIncludeTax: boolean;
}

interface Common<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  /** For people and models that have never seen the product: what it does, when to use it, what it doesn't do. */
  description: string;
  /** Below /api/v1; `:id` is the input's `id`. */
  path: string;
  scope: Scope;
  /** The error codes besides those that every read or write can have. */
  rejects?: readonly ('not_found' | 'conflict')[];
  /** Its whole input: the path's id, and the query's parameters (GET) or the body's fields (POST). */
  input: I;
  output: O;
}

/**
 * An operation is an SQL query of one row whose columns are the output's fields, in their order. No row means not_found.
 * In a read's query, `workspaceId` is the workspace.
 */
export interface ReadOperation<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject>
  extends Common<I, O> {
  method: 'GET';
  sqlCall: (input: z.infer<I>) => FragmentSqlToken;
  /** The query of the record whose id a list is filtered by: no row if there is none; undefined if there is no such filter. */
  namedBy?: (input: z.infer<I>) => FragmentSqlToken | undefined;
}

/** The call that is repeated. */
interface FirstCall<Input, Output> {
  input: Input;
  /** The stored answer, which the repetition gets again. */
  answer: Output;
}

/** Describes the present state of a write's record. Used only for replays by the tool server, never for first calls or REST. */
interface Replay<Input, Output, Now> {
  /** The record's name in a sentence: `time entry`. */
  noun: string;
  /** The smallest change that makes the call a new one, as the subject of "is enough" or "are enough". */
  smallestChange: string;
  /** The query of the record's present state: one row, or none if the record no longer exists. `workspaceId` is the workspace. */
  now: (first: FirstCall<Input, Output>) => FragmentSqlToken;
  /**
   * Whole sentences on what has changed since the first answer. `today` is the current date in UTC. They must not quote
   * text that people wrote: a model reads them as the service's own words, and text in records is only data.
   */
  changes: (first: FirstCall<Input, Output>, now: Now, today: string) => string[];
}

/** A write passes `callerRow` to its SQL function. */
export interface WriteOperation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  Now = unknown,
> extends Common<I, O> {
  method: 'POST';
  /** A body that the demo workspace accepts, any number of times. */
  example: Omit<z.input<I>, 'id'>;
  /** Null if the SQL depends on the caller and that is not known yet. */
  sqlCall: (input: z.infer<I>, caller: Caller | null, config: Config) => FragmentSqlToken | null;
  /**
   * Completes an answer that waits for a job. Called after the write and for each replay, even if the answer is complete:
   * then it returns the same text. Every replay gets the first completed answer.
   */
  complete?: (
    answer: string,
    input: z.infer<I>,
    caller: Caller,
    database: Pick<CommonQueryMethods, 'one'>,
  ) => Promise<string>;
  /** The record's present state, for a tool call that repeats this write. */
  replay: Replay<z.infer<I>, z.infer<O>, Now>;
}

export type Operation = ReadOperation | WriteOperation;

/** Defines a read, from which the REST route, the tool and the OpenAPI description are derived. */
export function read<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<ReadOperation<I, O>, 'method'>,
): ReadOperation {
  return { method: 'GET', ...definition } as unknown as ReadOperation;
}

/** Defines a write, from which the same are derived. */
export function write<I extends z.ZodObject, O extends z.ZodObject, Now>(
  definition: Omit<WriteOperation<I, O, Now>, 'method'>,
): WriteOperation {
  return { method: 'POST', ...definition } as unknown as WriteOperation;
}

/** The corkboard.caller from begin_api_write, which locked its workspace, for the SQL of a write. */
export const callerRow = sql.fragment`begun.caller`;
