import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import type { Query } from '../webhooks/attempts.ts';

/** A row, by field. */
export type Row = Record<string, unknown>;

/** The SQL of the columns of a row, `r` being what an action's function returns. */
export type Columns<Answer> = string & { row?: Answer };
/** Says which row these columns make. */
export const columns = <Answer>(sql: string): Columns<Answer> => sql;

/** The kinds of records that actions are done on, each with its table. */
export const tables = {
  workspace: 'workspaces',
  member: 'members',
  key: 'api_keys',
  endpoint: 'webhook_endpoints',
  delivery: 'webhook_deliveries',
  client: 'clients',
  project: 'projects',
  invoice: 'invoices',
} as const;
type On = keyof typeof tables;

/** What an action may work with, besides its function. */
export interface Context {
  config: Config;
  /** Runs the action's other queries. */
  query: Query;
  /** The id of the record that the action is done on. */
  id: string;
  /** The workspace of a slow action that is done on a workspace; empty for any other. */
  workspaceId: string;
  /** The secret that the action makes; empty if it makes none. */
  secret: string;
  /** Who asks, where it is a person in the console. */
  asker?: Asker;
}

/** The session in which a person does something, and the time that their browser waits for the answer. */
interface Asker {
  /** The SHA-256 of the session's token, in hex. */
  session: string;
  deadline: Deadline;
}

/** A secret that an action makes. It is shown only to the person who asked for it; the database never sees it in clear, unless it stores it so. */
export interface Secret<Answer = Row> {
  /** The secret as it is shown, from 32 bytes. */
  from: (bytes: Buffer) => string;
  /** Whether it is one of those in `stored`, which is what corkboard.secrets_created_by_form answers. `answer` is the action's. */
  isAmong: (stored: readonly string[], secret: string, answer: Answer, config: Config) => boolean;
}

/** Runs the action's query and answers its row. `more`: values by name, for what `calls` names besides the input. */
export type Run<Answer = Row> = (more?: Row) => Promise<Answer>;

/** The outcomes that an action can have, by name: a sentence for each, and the outcome that an answer stands for. */
export interface Outcomes<Answer = Row> {
  sentences: Record<string, string>;
  of: (answer: Answer) => string;
}

/**
 * Something that a person does and that changes something, defined once: the operator's verb with its options, the
 * console's button, form and route, and the sentence of the audit log are derived from it. The database holds all the
 * rules: an action is a call of one of its functions.
 */
export interface Action<I extends z.ZodObject = z.ZodObject, Answer = Row, State = Row> {
  /** Noun and verb, like invoice.send. */
  name: `${string}.${string}`;
  /** For --help. */
  summary: string;
  /** What stands on the button. */
  button: string;
  on: On;
  /** Who may, in the console. */
  by: 'member' | 'owner';
  /** The only place that offers it; left out: both do. */
  only?: 'command' | 'console';
  /** Whether the console asks for a code of the last 30 minutes. */
  fresh?: true;
  /** What becomes of it, in whole sentences, where there is no way back: the console says that and asks once more. */
  irreversible?: string;
  /** What it takes. A field's description and how --help names its value are its metadata (see `field`). */
  input: I;
  /**
   * Set where the function takes the whole input as one JSON object of changes, which `calls` names `:changes`. Maps a
   * field to its column, where the column has another name.
   */
  changes?: Record<string, string>;
  /**
   * The function with its arguments by name. `it` is the row that the action is done on, `begun` has the ids of the
   * workspace and, in the console, of the member (sql/functions/actions/begin_member_action.sql). `:label` stands for the field `label` of
   * the input, or for a value that `prepare`, `repeat` or a client's form gives by that name.
   */
  calls: string;
  /** Fields named secret or secrets are not kept for a replay. */
  answer: Columns<Answer>;
  /** What comes before the call of its function. It returns the values that `calls` names besides the input. */
  prepare?: (input: z.infer<I>, context: Context) => Promise<Row>;
  /** What comes after the call. It gets what the function answers, and returns the action's answer. */
  finish?: (answer: Answer, input: z.infer<I>, context: Context) => Promise<object>;
  /** For the command only: set where the action calls its function several times. What it returns is the answer. */
  repeat?: (run: Run<Answer>) => Promise<object>;
  /** Whether it waits for other servers. The console then checks the person before it starts. */
  slow?: true;
  /** The secret that it makes, and that `finish` answers as `secret`. */
  secret?: Secret<Answer>;
  /**
   * Whether a record in its present state allows the action. Only buttons depend on it: the database refuses by itself.
   */
  offered?: (record: State) => boolean;
  /** What the console says afterwards, in whole sentences; left out: what the audit log says. */
  done?: string | Outcomes<Answer>;
  /** The names that the audit log has for it, each with the words that follow the actor's name. */
  logs: Record<string, string>;
  /** Those words where the actor isn't the client whose decision it is, but records it for them. */
  logsForClient?: Record<string, string>;
}

/** Defines an action; left out, its input has no fields. */
export const action = <I extends z.ZodObject, Answer = Row, State = Row>(
  definition: Omit<Action<I, Answer, State>, 'input'> & { input?: I },
): Action => ({ input: z.strictObject({}), ...definition }) as unknown as Action;

interface FieldMeta {
  /** How --help names the value, like <n>. */
  takes: string;
  /** Its label in a form; left out: made from its name. */
  label?: string;
  /** Whether it is a hidden field of the form, which sends back the state that the reader saw. */
  hidden?: true;
  /** Whether it takes several lines. */
  multiline?: true;
  /** The only place that takes it; left out: both do. */
  only?: 'command' | 'console';
}

/** A field of an action's input: its schema, what it is for, and how it is asked for. */
export const field = <S extends z.ZodType>(schema: S, description: string, meta: FieldMeta): S =>
  schema.meta({ ...schema.meta(), ...meta, description }) as S;

/** How a field is asked for. */
export const metaOf = (schema: z.ZodType) => schema.meta() as unknown as FieldMeta & { description: string };
