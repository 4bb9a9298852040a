import type { Argument, Option } from 'commander';
import type { Row, Run } from '../actions/define.ts';
import type { Config } from '../config.ts';
import type { Query } from '../webhooks/attempts.ts';

/** A command of the operator, such as `client set`. The database enforces all rules: a verb is its query. */
export interface Verb {
  name: string;
  summary: string;
  /** Arguments and options, in the order of the query's $1, $2, …; omitted ones are null. */
  parameters?: (Argument | Option)[];
  /**
   * A query whose row is the answer, with a column for each field. `:workspace` in it becomes the workspace of the record
   * with the id $1. No row: the record of the type `of` doesn't exist.
   */
  query: string;
  /** The query's values, from the arguments and options and from what `perform` passes to `run`; by default just the former. */
  values?: (given: unknown[], more: Row) => unknown[];
  /**
   * Set if the verb does more than its query. Returns the answer. `run` runs the query for one row, `query` any other query.
   */
  perform?: (run: Run, values: unknown[], config: Config, query: Query) => Promise<object>;
  /** Selects the verb to run by the arguments and options, with its values; by default this verb with all of them. */
  select?: (given: unknown[]) => [Verb, unknown[]];
  /** The kind of record whose id is $1. */
  of?: string;
  /** A sentence that explains why a record may not be found. */
  notFoundHint?: string;
  /**
   * The columns of a list for people: each heading with the fields under it, or with a function of the row. By default every
   * field.
   */
  columns?: Record<string, string | ((row: never) => string)>;
}

export interface Noun {
  name: string;
  summary: string;
  verbs: Verb[];
  /** The text for null; by default a dash. */
  none?: string;
}
