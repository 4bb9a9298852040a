import type { z } from 'zod';
import type { Config } from '../config.ts';
import { snakeCase } from '../records/columns.ts';
import type { Query } from '../webhooks/attempts.ts';

/** A row of an answer, by field. */
// biome-ignore lint/suspicious/noExplicitAny: each action knows what its query answers.
export type Row = Record<string, any>;

/** What an action is done on, and the table that it is a row of. */
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
export type On = keyof typeof tables;

/** What an action's SQL is put together from: the workspace, and the placeholder of each value by its name. */
export type Calls = (workspace: string, given: Record<string, string>) => string;

/** What an action may work with, besides its function. */
export interface Context {
  config: Config;
  /** For what else it wants of the database. */
  query: Query;
  /** Of the record that it is done on. */
  id: string;
}

/** Asks the database for an action's row; `more` is what `asks` names. */
export type Ask = (...more: unknown[]) => Promise<Row>;

/**
 * Something that a person does and that changes something, defined once: the operator's verb with its options, the
 * console's button, form and route, and the sentence of the audit log are derived from it. All deciding is the
 * database's: an action is a call of one of its functions.
 */
export interface Action<I extends z.ZodObject = z.ZodObject> {
  /** Noun and verb, like invoice.send. */
  name: `${string}.${string}`;
  /** For --help. */
  summary: string;
  /** What stands on the button. */
  button: string;
  on: On;
  /** Who may, in the console. */
  by: 'member' | 'owner';
  /** Where it is offered; without: everywhere. */
  only?: 'command' | 'console';
  /** Whether the console asks for a code of the last 30 minutes. */
  fresh?: true;
  /** Whether the console asks once more, because there is no way back. */
  irreversible?: true;
  /** What it takes. A field's description and how --help names its value are its metadata (see `field`). */
  input: I;
  /**
   * Given where the function takes all that is given as one JSON of changes: by which other name than its own a
   * field's column goes. The placeholder is `changes` then.
   */
  changes?: Record<string, string>;
  /** The function with its arguments; `it` is the row that the action is done on. */
  calls: Calls;
  /** What it is called with after its input, by name; null but where `does` asks with more. */
  asks?: readonly string[];
  /** The answer's columns, from `r`, what the function returns. Fields named secret or secrets are shown and not kept. */
  answer: string;
  /** What it takes besides the function; the answer is what this returns. */
  does?: (ask: Ask, input: z.infer<I>, context: Context) => Promise<object>;
  /** Whether a record as it stands takes it: for buttons only, the database decides. */
  offered?: (record: Row) => boolean;
  /** What the audit log calls it, with the sentence that the actor begins. */
  logs: Record<string, string>;
}

/** Defines an action. */
export const action = <I extends z.ZodObject>(definition: Action<I>): Action =>
  definition as unknown as Action;

interface FieldMeta {
  /** How --help names the value, like <n>. */
  takes: string;
  /** What stands beside it in a form; without: made of its name. */
  label?: string;
  /** Whether a form sends it along unseen, as what the reader saw. */
  hidden?: true;
  /** Whether it takes several lines. */
  multiline?: true;
  /** Whether only the operator's command takes it. */
  only?: 'command';
}

/** A field of an action's input: its schema, what it is for, and how it is asked for. */
export const field = <S extends z.ZodType>(schema: S, description: string, meta: FieldMeta): S =>
  schema.meta({ ...schema.meta(), ...meta, description }) as S;

/** How a field is asked for. */
export const metaOf = (schema: z.ZodType) => schema.meta() as unknown as FieldMeta & { description: string };

/** The placeholders of an action's values, by name; the first of them is $`first`. */
export function placeholders({ input, changes, asks = [] }: Action, first: number): Record<string, string> {
  const names = [...(changes ? ['changes'] : Object.keys(input.shape)), ...asks];
  return Object.fromEntries(names.map((name, n) => [name, `$${first + n}`]));
}

/** The values of an action's placeholders, without those of `asks`. */
export function valuesOf({ input, changes }: Action, given: Row): unknown[] {
  if (!changes) return Object.keys(input.shape).map(name => encoded(given[name] ?? null));
  const columns = Object.entries(given).map(([name, value]) => [changes[name] ?? snakeCase(name), value]);
  return [JSON.stringify(Object.fromEntries(columns.filter(([, value]) => value !== undefined)))];
}

/** Objects go as JSON; what else there is the driver knows. */
const encoded = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
