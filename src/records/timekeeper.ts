import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { workspaceId } from './fragments.ts';

/**
 * The SQL of who logged a row of time_entries: a member's email, a key's label, or operator. `mayKnow`: a condition on the timekeeper
 * `k`, without which it is null.
 */
export const loggedBy = (entry: string, mayKnow = sql.fragment`true`): FragmentSqlToken => sql.fragment`(
  select k.name from corkboard.timekeepers k
   where k.workspace_id = ${workspaceId} and k.id = ${sql.identifier([entry, 'timekeeper_id'])} and ${mayKnow})`;
