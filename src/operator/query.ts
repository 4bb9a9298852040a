import { array } from '../records/columns.ts';

/** The query for a list by the name `as`: the rows of `table` that hold, in the workspace that $1 is the id of, the oldest first. */
export const listIn = (table: string, record: string, as: string, order = 'r.id', holds = 'true') =>
  `select ${array(`select ${record} from corkboard.${table} r where r.workspace_id = w.id and ${holds} order by ${order}`)} as ${as}
   from corkboard.workspaces w where w.id = $1`;
