import type { Argument, Option } from 'commander';
import type { Row, Run } from '../actions/define.ts';
import type { Config } from '../config.ts';
import type { Query } from '../webhooks/attempts.ts';

/** One thing that the operator can do. All deciding is the database's: a verb is its query. */
export interface Verb {
  name: string;
  summary: string;
  /** Arguments and options, in the order of the query's $1, $2, …; one that is not given is null there. */
  takes?: (Argument | Option)[];
  /** A query whose row is the answer, a column for each field. No row: the record that `of` names is not there. */
  query: string;
  /** The query's values, from the arguments and options and from what `does` gives to `run`; left out: just the former. */
  values?: (given: unknown[], more: Row) => unknown[];
  /**
   * Set where the verb is more than its query. `run` runs the query for one row; what this returns is the answer. `query`
   * runs any other query.
   */
  does?: (run: Run, values: unknown[], config: Config, query: Query) => Promise<object>;
  /** The verb that the arguments and options stand for, with those that it takes; left out: this one, with all of them. */
  picks?: (given: unknown[]) => [Verb, unknown[]];
  /** The kind of record that $1 is the id of. */
  of?: string;
  /** What to know about a record that isn't found, as a sentence. */
  whyGone?: string;
  /**
   * The columns of a list for a person: each heading, and the fields under it or what is made of a row's fields. Left
   * out: every field.
   */
  columns?: Record<string, string | ((row: never) => string)>;
}

export interface Noun {
  name: string;
  summary: string;
  verbs: Verb[];
  /** What a person reads in place of null; left out: a dash. */
  none?: string;
}
