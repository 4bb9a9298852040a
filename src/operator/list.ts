import { array } from '../records/columns.ts';
import { inWorkspace } from './parameters.ts';
import type { Verb } from './verb.ts';

interface List extends Pick<Verb, 'summary' | 'parameters' | 'columns'> {
  order?: string;
  holds?: string;
}

/** The verb that lists the rows of `table` in a workspace, named `as`: those that satisfy `holds`, by default all, oldest first. */
export const listIn = (
  table: string,
  record: string,
  as: string,
  { order = 'r.id', holds = 'true', ...verb }: List,
): Verb => ({
  name: 'list',
  parameters: [inWorkspace],
  of: 'workspace',
  query: `select ${array(`select ${record} from corkboard.${table} r where r.workspace_id = $1 and ${holds} order by ${order}`)} as ${as}
   from corkboard.workspaces w where w.id = $1`,
  ...verb,
});
