import { array } from '../records/columns.ts';

/** The query of a list named `as`: the rows of `table` that satisfy `holds` in the workspace with the id $1, oldest first. */
export const listIn = (table: string, record: string, as: string, order = 'r.id', holds = 'true') =>
  `select ${array(`select ${record} from corkboard.${table} r where r.workspace_id = $1 and ${holds} order by ${order}`)} as ${as}
   from corkboard.workspaces w where w.id = $1`;
