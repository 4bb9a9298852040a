import { z } from 'zod';
import type { Deadline } from '../concurrency/deadline.ts';
import type { Config } from '../config.ts';
import { snakeCase } from '../records/columns.ts';
import type { Query } from '../webhooks/attempts.ts';

/** A row, by field. */
export type Row = Record<string, unknown>;

/** The SQL of the columns of an action's answer; `r` is the row that the action's function returns. */
type AnswerColumns<Answer> = string & { row?: Answer };
/** Gives these columns the type of their row. */
export const columns = <Answer>(sql: string): AnswerColumns<Answer> => sql;

/** The kinds of records that actions apply to, with their tables. */
export const tables = {
  workspace: 'workspaces',
  member: 'members',
  invitation: 'invitations',
  key: 'api_keys',
  endpoint: 'webhook_endpoints',
  delivery: 'webhook_deliveries',
  client: 'clients',
  project: 'projects',
  invoice: 'invoices',
  creditNote: 'credit_notes',
  payment: 'payments',
  agreed: 'agreed_items',
  entry: 'time_entries',
  note: 'notes',
  revision: 'revisions',
  proposal: 'change_order_proposals',
  request: 'scope_change_requests',
  inquiry: 'inquiries',
  mail: 'document_mails',
} as const;
type On = keyof typeof tables;
type Role = 'member' | 'owner';

/** The context of an action's `prepare` and `finish`. */
export interface Context {
  config: Config;
  /** Runs the action's other queries. */
  query: Query;
  /** The id of the record that the action applies to. */
  id: string;
  /** The workspace of a slow action; empty for any other, and for the operator's command unless the action is on a workspace. */
  workspaceId: string;
  /** The secret that the action creates; empty if it creates none. */
  secret: string;
  /** The session, if a person in the console performs the action. */
  requester?: Requester;
}

/** The session of the person who performs the action, and where their request came from and when it must be done. */
interface Requester {
  /** The SHA-256 of the session's token, in hex. */
  session: string;
  /** The IP address that the request came from. */
  address: string;
  deadline: Deadline;
}

/** A secret that an action creates, which only the person who performs the action sees. */
export interface Secret<Answer = Row> {
  /** Makes the secret from 32 bytes. */
  from: (bytes: Buffer) => string;
  /** The secret as it is shown; by default as it was made. `answer` is the action's. */
  shown?: (secret: string, answer: Answer) => string;
  /** Whether it is one of `stored`, which corkboard.secrets_created_by_form returns. */
  isAmong: (stored: readonly string[], secret: string, answer: Answer, config: Config) => boolean;
}

/** Runs the action's query and returns its row. `more`: values by name, for parameters of `sqlCall` that aren't in the input. */
export type Run<Answer = Row> = (more?: Row) => Promise<Answer>;

/** The possible outcomes of an action: a sentence for each, by name, and the name of the outcome of an answer. */
export interface Outcomes<Answer = Row> {
  sentences: Record<string, string>;
  of: (answer: Answer) => string;
}

/**
 * A change that people make, defined once: the operator's command with its options, the console's button, form and route,
 * and the sentence in the audit log are derived from it. The database enforces all rules: an action is a call of one of its
 * functions.
 */
export interface Action<I extends z.ZodObject = z.ZodObject, Answer = Row, State = Row> {
  /** Noun and verb, such as invoice.send. */
  name: `${string}.${string}`;
  /** For --help; those that only the console offers need none. */
  summary?: string;
  /** The label of the button; those that only the operator's command offers have none. */
  button?: string;
  on: On;
  /** The role that the console requires. */
  role: Role;
  /** Set if only the operator's command or only the console offers it. */
  only?: 'command' | 'console';
  /** Whether the console requires a code entered within the last 30 minutes. */
  requiresRecentAuthentication?: true;
  /** The consequences of an irreversible action, in whole sentences. The console shows them and asks for confirmation. */
  irreversible?: string | undefined;
  /** Its input. The metadata of a field has its description and its placeholder in --help (see `field`). */
  input: I;
  /**
   * Set if the function takes the whole input as one JSON object, the parameter `:changes` of `sqlCall`. Maps fields to
   * columns, where the names differ.
   */
  changes?: Record<string, string>;
  /** Set if the function gets the id of the member who does it, as p_member. */
  passesMember?: true;
  /** The SQL function, if it isn't named after the action: send_scope for scope.send. */
  sqlFunction?: string;
  /**
   * The call of the function, if it isn't `derivedCall`. `record` is the row that the action applies to, `begun` has the ids of
   * the workspace and, in the console, of the member (sql/functions/actions/begin_member_action.sql). A parameter such as
   * `:label` is the input's field of that name, or a value that `prepare`, `repeat` or a client's form provides.
   */
  sqlCall: string;
  /** The columns of the answer. Fields named secret or secrets are not stored for a replay. */
  answer: AnswerColumns<Answer>;
  /** Runs before the call. Returns the values of parameters of `sqlCall` that aren't in the input. */
  prepare?: (input: z.infer<I>, context: Context) => Promise<Row>;
  /** Runs after the call. Gets what the function returned, and returns the action's answer. */
  finish?: (answer: Answer, input: z.infer<I>, context: Context) => Promise<object>;
  /** Set if the operator's command calls the function several times. Returns the answer. */
  repeat?: (run: Run<Answer>) => Promise<object>;
  /** Whether it waits for other servers, or reads in `prepare`. The console then authorizes the person before it starts. */
  slow?: true;
  /** The secret that it creates, which `finish` returns as `secret`. */
  secret?: Secret<Answer>;
  /**
   * Whether the record's state allows the action. It only hides buttons: the database enforces the rule.
   */
  isOffered?: (record: State) => boolean;
  /** The console's notice afterwards, in whole sentences; by default the audit log's words. */
  done?: string | Outcomes<Answer>;
  /** The audit log's names of the action, each with the words that follow the actor's name. */
  auditEntries: Record<string, string>;
  /** Those words if the actor isn't the client, but records the client's decision. */
  auditEntriesForClient?: Record<string, string>;
  /** Those words if the email that it sent failed. */
  auditEntriesOfFailure?: Record<string, string>;
}

type Definition<I extends z.ZodObject, Answer, State> = Omit<
  Action<I, Answer, State>,
  'on' | 'role' | 'input' | 'sqlCall'
> & { on?: On; role?: Role; input?: I; sqlCall?: string } & ({ only: 'console' } | { summary: string }) &
  ({ only: 'command' } | { button: string });

/** Defines an action. By default it is one on the workspace, every member may do it, and its input has no fields. */
export function action<I extends z.ZodObject, Answer = Row, State = Row>(
  definition: Definition<I, Answer, State>,
): Action {
  const whole = { on: 'workspace', role: 'member', input: z.strictObject({}), ...definition };
  return { sqlCall: derivedCall(whole as unknown as Action), ...whole } as unknown as Action;
}

/** The call of an action's function with the workspace, the member, the record, and each field of the input. */
function derivedCall({ name, on, input, changes, passesMember, sqlFunction }: Action): string {
  const [noun, verb] = name.replaceAll('-', '_').split('.');
  const fields = changes ? ['changes'] : Object.keys(input.shape);
  const values = [
    'p_workspace => begun.workspace_id',
    ...(passesMember ? ['p_member => begun.member_id'] : []),
    ...(on === 'workspace' ? [] : [`p_${on} => record.id`]),
    ...fields.map(field => `p_${snakeCase(field)} => :${field}`),
  ];
  return `${sqlFunction ?? `${verb}_${noun}`}(${values.join(', ')})`;
}

interface FieldMeta {
  /** Its label in a form; by default made from its name. */
  label?: string;
  /** Whether it is a hidden field of the form, which sends back the state that the person saw. */
  hidden?: true;
  /** Whether it is a textarea. */
  multiline?: true;
  /** Set if only the operator's command or only the console takes it. */
  only?: 'command' | 'console';
}

/** A field of an action's input: its schema, its description and the placeholder of its value in --help, such as <n>. */
export const field = <S extends z.ZodType>(
  schema: S,
  description: string,
  placeholder: string,
  meta: FieldMeta = {},
): S => schema.meta({ ...schema.meta(), ...meta, placeholder, description }) as S;

/** A hidden field, which sends back the state that the person saw, and which the operator's command doesn't take. */
export const hiddenInput = <S extends z.ZodType>(schema: S): S =>
  schema.meta({ ...schema.meta(), hidden: true, only: 'console' } satisfies FieldMeta) as S;

/** The metadata of a field. A hidden one has no description. */
export const metaOf = (schema: z.ZodType) =>
  schema.meta() as unknown as FieldMeta & { placeholder: string; description?: string };
