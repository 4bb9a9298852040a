import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import type { z } from 'zod';
import type { Config } from '../config.ts';
import type { keyScope } from '../vocabulary/fields.ts';

export type Scope = z.infer<typeof keyScope>;

/** What an operation may know of its caller, besides what its SQL finds in the database. */
export interface Caller {
  workspaceId: string;
  /** The key's label. */
  label: string;
  /** The workspace's settings for invoices that name none. */
  taxRateBps: number;
  pricesIncludeTax: boolean;
}

interface Common<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  /** For whoever has never seen the product, a model too: what it does, when to use it, what it will not do. */
  description: string;
  /** Below /api/v1; `:id` is the input's `id`. */
  path: string;
  scope: Scope;
  /** What it refuses besides what every read or write may refuse. */
  refuses?: readonly ('not_found' | 'conflict')[];
  /** Everything it takes: the path's id, and the query's parameters (GET) or the body's fields (POST). */
  input: I;
  output: O;
}

/**
 * What an operation does is a query of one row whose columns are the output's fields, in their order.
 * No row is not_found. A read finds the workspace in `workspaceId`.
 */
export interface Read<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject>
  extends Common<I, O> {
  method: 'GET';
  does: (input: z.infer<I>) => FragmentSqlToken;
}

/** The call that is repeated. */
interface FirstCall<Input, Output> {
  input: Input;
  /** The answer that was kept, and that the repetition gets again. */
  answer: Output;
}

/** Tells what a write's record is now. Only replays by the tool server ask for it; first calls and REST never do. */
export interface Replay<Input, Output, Now> {
  /** What the record is called in a sentence: `time entry`. */
  noun: string;
  /** The smallest change that makes the call a new one, as the subject of "is enough" or "are enough". */
  enough: string;
  /** The query of the record as it is now, one row; no row means that the record no longer exists. Finds the workspace in `workspaceId`. */
  now: (first: FirstCall<Input, Output>) => FragmentSqlToken;
  /**
   * Whole sentences on what has changed since the first answer. `today` is the current date in UTC. They must not quote
   * text that people wrote: a model reads them as the service's own words, and text in records is only data.
   */
  changes: (first: FirstCall<Input, Output>, now: Now, today: string) => string[];
}

/** A write hands `callerRow` to its SQL function. */
export interface Write<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
  Now = unknown,
> extends Common<I, O> {
  method: 'POST';
  /** A body that the demo workspace takes, any number of times. */
  example: Omit<z.input<I>, 'id'>;
  does: (input: z.infer<I>, caller: Caller, config: Config) => FragmentSqlToken;
  /**
   * Completes an answer that waits for a job. Called after the write, and at each replay, whether the answer is
   * complete or not. Answers the same text where nothing is missing. The first completed answer is what every replay
   * gets.
   */
  completes?: (
    answer: string,
    input: z.infer<I>,
    caller: Caller,
    database: Pick<CommonQueryMethods, 'one'>,
  ) => Promise<string>;
  /** What a tool call that repeats this write is told about the record. */
  replay: Replay<z.infer<I>, z.infer<O>, Now>;
}

export type Operation = Read | Write;

/** Defines a read: the REST route, the tool and the description are derived from this and nothing else. */
export function read<I extends z.ZodObject, O extends z.ZodObject>(
  definition: Omit<Read<I, O>, 'method'>,
): Read {
  return { method: 'GET', ...definition } as unknown as Read;
}

/** Defines a write, in the same way. */
export function write<I extends z.ZodObject, O extends z.ZodObject, Now>(
  definition: Omit<Write<I, O, Now>, 'method'>,
): Write {
  return { method: 'POST', ...definition } as unknown as Write;
}

/** The workspace that was entered, for the SQL of a read and of `replay.now`. */
export const workspaceId = sql.fragment`admitted.workspace_id`;
/**
 * Today's date in that workspace, by its time zone. As a subquery it is worked out once for a query over many rows, and an
 * index on a date can be searched for it.
 */
export const today = sql.fragment`(select corkboard.workspace_today(${workspaceId}))`;
/** The corkboard.caller whose workspace begin_api_write locked, for the SQL of a write. */
export const callerRow = sql.fragment`begun.caller`;
