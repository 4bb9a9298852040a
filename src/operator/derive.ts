import { randomBytes } from 'node:crypto';
import type { Argument, Option } from 'commander';
import { actions } from '../actions/catalogue.ts';
import { type Action, metaOf, type Row } from '../actions/define.ts';
import { runAction } from '../actions/run.ts';
import { statementOf } from '../actions/statement.ts';
import { Failure } from '../errors/failure.ts';
import { snakeCase } from '../records/columns.ts';
import { id, inWorkspace, ofEndpoint, option } from './parameters.ts';
import type { Verb } from './verb.ts';

/** The verb of an action: `client.set` is `client set`. */
export function verbOf(action: Action, columns?: Verb['columns']): Verb {
  const { name, summary, on, prepare, finish, repeat } = action;
  const [noun, verb] = name.split('.') as [string, string];
  const fields = taken(action);
  const { text, values } = statementOf(action);
  // The transaction has entered the record's workspace (src/operator/perform.ts).
  const begun = `select ${on === 'workspace' ? '$1::uuid' : 'corkboard.current_workspace()'} as workspace_id`;
  const inputOf = (given: unknown[]): Row =>
    Object.fromEntries(fields.map((field, n) => [field, given[n + 1]]));
  return {
    name: verb,
    summary: summary!,
    parameters: [target(noun, action), ...options(action)],
    of: on,
    query: `select done.* from (${begun}) begun cross join lateral (${text}) done`,
    values: (given, more) => [given[0], ...values(inputOf(given), more)],
    ...(columns && { columns }),
    ...((prepare || finish) && {
      perform: (run, given, config, query) => {
        const id = given[0] as string;
        const workspaceId = on === 'workspace' ? id : '';
        const secret = action.secret?.from(randomBytes(32)) ?? '';
        return runAction(action, run, inputOf(given), { config, query, id, workspaceId, secret }).catch(
          byFlag(fields),
        );
      },
    }),
    ...(repeat && { perform: run => repeat(run).catch(byFlag(fields)) }),
  };
}

/** All verbs of a noun that are derived, in the order of the catalogue. */
export const verbsOf = (noun: string): Verb[] =>
  actions
    .filter(({ name, only }) => name.startsWith(`${noun}.`) && only !== 'console')
    .map(action => verbOf(action));

/** The parameter with the record's id: an argument, or an option if the record belongs to another noun. */
function target(noun: string, { on }: Action): Argument | Option {
  if (noun === on) return id(on === 'workspace' ? 'w' : 'id');
  if (on === 'workspace') return inWorkspace;
  return on === 'endpoint' ? ofEndpoint : id(on);
}

/** The names of the input's fields that the command takes. */
const taken = ({ input }: Action): string[] =>
  Object.keys(input.shape).filter(name => metaOf(input.shape[name]!).only !== 'console');

const options = (action: Action): Option[] =>
  taken(action).map(name => {
    const schema = action.input.shape[name]!;
    const { placeholder, description } = metaOf(schema);
    const made = option(`--${flag(name)} ${placeholder}`, description!, schema);
    const left = schema.safeParse(undefined);
    if (!left.success) return made.makeOptionMandatory();
    return left.data === undefined ? made : made.default(left.data);
  });

const flag = (name: string) => snakeCase(name).replaceAll('_', '-');

/** Turns an action's error about a field into an error about the command's option. */
const byFlag = (fields: string[]) => (error: unknown) => {
  if (!(error instanceof Failure) || !fields.includes(error.details.field ?? '')) throw error;
  const { code, message, details } = error;
  const { field = '' } = details;
  throw new Failure(code, message.replace(field, `--${flag(field)}`), details);
};
