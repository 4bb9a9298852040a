import { type FragmentSqlToken, sql } from '../database/sql.ts';
import { workspaceId } from './fragments.ts';

/**
 * The SQL of the name of who logged a row of time_entries (an alias in the surrounding query): a member's email address, a
 * key's label, or operator; null if that isn't known.
 */
export const loggedBy = (entry: string): FragmentSqlToken => sql.fragment`(
  select k.name from corkboard.timekeepers k
   where k.workspace_id = ${workspaceId} and k.id = ${sql.identifier([entry, 'timekeeper_id'])})`;
