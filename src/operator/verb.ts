import type { Argument, Option } from 'commander';
import type { Ask } from '../actions/define.ts';
import type { Config } from '../config.ts';
import type { Query } from '../webhooks/attempts.ts';

/** One thing that the operator can do. All deciding is the database's: a verb is its query. */
export interface Verb {
  name: string;
  summary: string;
  /** Arguments and options, in the order of the query's $1, $2, …; one that is not given is null there. */
  takes?: (Argument | Option)[];
  /** A query whose row is the answer, a column for each of its fields. No row: what `of` says is not there. */
  query: string;
  /** What the query takes for what is given; without: just that. */
  values?: (given: unknown[]) => unknown[];
  /**
   * What it takes besides the query, which it asks, once or more, for a row: the answer is what it returns. What it
   * asks with comes after the values in the order of $1, $2, …. `query` is for what else it wants of the database.
   */
  does?: (ask: Ask, values: unknown[], config: Config, query: Query) => Promise<object>;
  /** The record that $1 is the id of. */
  of?: string;
  /** A list's columns as a person reads them: heading, and the fields under it. Without: every field. */
  columns?: Record<string, string>;
}

export interface Noun {
  name: string;
  summary: string;
  verbs: Verb[];
  /** How a person reads null; without: a dash. */
  none?: string;
}
