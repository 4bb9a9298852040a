import type { Action, Context, Outcomes } from '../../actions/define.ts';
import type { Config } from '../../config.ts';
import type { FragmentSqlToken } from '../../database/sql.ts';
import type { View } from '../html/layout.ts';
import type { PageAddress } from '../requests/pageContext.ts';
import type { Role } from '../sessions/person.ts';
import type { Changes } from './changedFields.ts';
import type { Field } from './fields.ts';

// biome-ignore lint/suspicious/noExplicitAny: each post knows the columns of its own query.
export type ActionRow = Record<string, any>;

/** The resources for `prepare` and `finish` of a post. */
interface PostContext extends Omit<Context, 'id'> {
  at: PageAddress;
}

/** An action of a person on a page. Its form is sent to its own address. */
export interface Post extends Pick<Action, 'irreversible' | 'isOffered' | 'input' | 'slow' | 'secret'> {
  /** The label of its button. */
  button: string;
  /** Unique in the console, such as `invoice.send`. The next page gets it in its query, and shows the notice `done`. */
  name: string;
  /** The record's page and the verb: `/invoices/:id/send`. */
  path: string;
  role: Role;
  /** Whether the person must have entered a code within the last 30 minutes. */
  requiresRecentAuthentication?: boolean | undefined;
  /** The notice afterwards. */
  done: string | Outcomes;
  /** The parameters that the page needs to show the form: `{ tab: 'scope' }`. */
  pageQuery?: Readonly<Record<string, string>> | undefined;
  fields: readonly Field[];
  /** The fields with the labels that a sent form had, if they depend on its values. */
  fieldsShown?: (form: URLSearchParams) => readonly Field[];
  /**
   * The fields that keep the record's value if the person didn't change them, even if others changed them meanwhile.
   */
  changes?: Changes;
  /**
   * Whose currency its amounts are in, if the form has no field for the currency. If that currency changed while the
   * form was open, the amounts are rejected.
   */
  amountsOf?: 'project' | 'workspace';
  /** The part of the input that comes from the path. */
  pathInput?: (params: Record<string, string>) => Record<string, unknown>;
  /** Runs before the query. Returns the query's `extraArgs` by name. */
  prepare?: ((input: ActionRow, context: PostContext) => Promise<ActionRow>) | undefined;
  /**
   * A query of one row, on `begun` (sql/functions/actions/begin_member_action.sql); no row: the record doesn't exist.
   */
  sqlCall: (input: ActionRow, at: PageAddress, config: Config, extraArgs: ActionRow) => FragmentSqlToken;
  /** Runs after the query. Gets the query's row and returns the answer. */
  finish?: ((answer: ActionRow, input: ActionRow, context: PostContext) => Promise<ActionRow>) | undefined;
  /** The address that shows the result; by default the page of the form. */
  redirectTo?: ((answer: ActionRow, at: PageAddress) => string) | undefined;
  /** The fields of the query's row that are secrets: they are not stored for a replay. */
  secrets: readonly string[];
  /** Shows a result that can be shown only once, such as a new secret, instead of a redirect. */
  resultView?: ((answer: ActionRow, at: PageAddress & { origin: string }) => View) | undefined;
}

/** The notices that a post can have, by the value of `done` in the next page's query. */
export const noticesOf = ({ name, done }: Post): [name: string, notice: string][] =>
  typeof done === 'string'
    ? [[name, done]]
    : Object.entries(done.sentences).map(([outcome, notice]) => [`${name}.${outcome}`, notice]);

/** The value of `done` for an answer. */
export const noticeAfter = ({ name, done }: Post, answer: ActionRow): string =>
  typeof done === 'string' ? name : `${name}.${done.of(answer)}`;
