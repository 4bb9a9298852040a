import { createSqlTag } from '@slonik/sql-tag';

// What is used of slonik. To import slonik itself would load its pool and driver too, which costs each process some 80 ms of
// processor time as it starts.

export type { CommonQueryMethods, FragmentSqlToken, QuerySqlToken } from 'slonik';

/** Composes SQL of typed fragments, whose values are parameters. */
export const sql = createSqlTag();
