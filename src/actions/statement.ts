import { snakeCase } from '../records/columns.ts';
import { type Action, type Row, tables } from './define.ts';

/** A parameter in an action's `sqlCall`: `:label`, but not the cast `::inet`. */
const placeholder = /(?<!:):([a-z]\w*)/gi;

interface Statement {
  /** The query. $1 is the id of the record, which an action on the workspace does not mention. */
  text: string;
  /** The values for $2, $3, …, from the action's input and from what its `prepare` adds to that. */
  values: (input: Row, more: Row) => unknown[];
}

/**
 * The query that does an action, in a statement where `begun` has the workspace's id as workspace_id. No row: there is no
 * such record in this workspace. It ends in a condition, to which others on `record` may be added.
 */
export function statementOf(action: Action): Statement {
  const names: string[] = [];
  const call = action.sqlCall.replace(placeholder, (_, name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 2}`;
  });
  const id = action.on === 'workspace' ? 'begun.workspace_id' : '$1';
  const found = `corkboard.find_record(null::corkboard.${tables[action.on]}, begun.workspace_id, ${id})`;
  return {
    text: `select ${action.answer} from ${found} record, corkboard.${call} r where true`,
    values: (input, more) => {
      const given = { ...valuesByName(action, input), ...more };
      return names.map(name => {
        if (!(name in given)) throw new Error(`${action.name} needs a value for :${name}.`);
        return given[name];
      });
    },
  };
}

/** The values of an action's input as its function takes them: each field by its name, or all of them as `changes`. */
function valuesByName({ input, changes }: Action, given: Row): Row {
  if (!changes)
    return Object.fromEntries(Object.keys(input.shape).map(name => [name, encoded(given[name] ?? null)]));
  const columns = Object.entries(given).map(([name, value]) => [changes[name] ?? snakeCase(name), value]);
  return { changes: JSON.stringify(Object.fromEntries(columns)) };
}

/** Objects are passed as JSON; the driver encodes every other value. */
const encoded = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? JSON.stringify(value) : value;
