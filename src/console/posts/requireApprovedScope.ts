import { type FragmentSqlToken, sql } from '../../database/sql.ts';

/**
 * The query of an action on a project, preceded by the check that the scope is approved: otherwise the action is
 * rejected with a conflict. The check runs in the action's transaction, under the lock that `begun` holds, so it can't
 * race.
 */
export const requireApprovedScope = (
  projectId: string | null,
  action: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  select d.*
    from (select corkboard.check_scope_approved(begun.workspace_id, ${projectId}) as workspace_id,
                 ${projectId}::uuid as project_id) begun
   cross join lateral (${action}) d`;
