import type { FragmentSqlToken } from 'slonik';
import type { Action, Context, Outcomes } from '../../actions/define.ts';
import type { Config } from '../../config.ts';
import type { Changes } from '../forms/changed.ts';
import type { Field } from '../forms/fields.ts';
import type { View } from '../html/layout.ts';
import type { PageAddress, Role } from '../sessions/visit.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a post answers is its query's columns, which it alone knows.
export type Answer = Record<string, any>;

/** What a post may work with besides its own query. */
interface PostContext extends Omit<Context, 'id'> {
  at: PageAddress;
}

/** Something that a person does on a page, by a form that is sent to an address of its own. */
export interface Post
  extends Pick<Action, 'button' | 'irreversible' | 'offered' | 'input' | 'slow' | 'secret'> {
  /** Unique in the console: `invoice.send`. The next page's query has it, so that the page says `done`. */
  name: string;
  /** `/invoices/:id/send`: the record's page, and the verb. */
  path: string;
  by: Role;
  /** Whether it asks for a proof of who one is that is younger than 30 minutes. */
  fresh?: boolean | undefined;
  /** What to say afterwards. */
  done: string | Outcomes;
  /** What the page's query must say for the form to be on the page: `{ tab: 'scope' }`. */
  within?: Readonly<Record<string, string>> | undefined;
  fields: readonly Field[];
  /** What of a record it changes: what was left alone in its form stays as it is, whoever changed it meanwhile. */
  changes?: Changes;
  /**
   * Whose currency its amounts are stored in, if the form has no field for the currency. Amounts that were shown in another
   * one are refused, because the currency was changed while the form was open.
   */
  amountsOf?: 'project' | 'workspace';
  /** The part of the input that the path says, and not the form. */
  pathInput?: (params: Record<string, string>) => Record<string, unknown>;
  /** What comes before the query: it returns the query's `extraArgs` by name. */
  prepare?: ((input: Answer, context: PostContext) => Promise<Answer>) | undefined;
  /** A query of one row, on `begun` (sql/functions/actions/begin_member_action.sql); no row: the record is not there. */
  sqlCall: (input: Answer, at: PageAddress, config: Config, extraArgs: Answer) => FragmentSqlToken;
  /** What comes after the query. It gets the query's row, and returns the answer. */
  finish?: ((answer: Answer, input: Answer, context: PostContext) => Promise<Answer>) | undefined;
  /** Where its result is seen; left out: on the page that the form was on. */
  leadsTo?: ((answer: Answer) => string) | undefined;
  /** The fields of the query's row that are secrets. They are not kept with the answer of the form. */
  secrets: readonly string[];
  shows?: ((answer: Answer, at: PageAddress) => View) | undefined;
}

/** The notices that may follow a post, by the value of `done` in the next page's query. */
export const noticesOf = ({ name, done }: Post): [name: string, notice: string][] =>
  typeof done === 'string'
    ? [[name, done]]
    : Object.entries(done.sentences).map(([outcome, notice]) => [`${name}.${outcome}`, notice]);

/** The value of `done` that stands for an answer. */
export const noticeAfter = ({ name, done }: Post, answer: Answer): string =>
  typeof done === 'string' ? name : `${name}.${done.of(answer)}`;
