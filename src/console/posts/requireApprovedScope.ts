import { type FragmentSqlToken, sql } from 'slonik';

/**
 * The query of an action on a project, preceded by the check that the scope is approved: otherwise the action is
 * rejected with a conflict. The check runs in the action's transaction, under the lock that `begun` holds, so it can't
 * race. `project` is the id of the project, or a column of `begun`.
 */
export const requireApprovedScope = (
  project: FragmentSqlToken | string | null,
  action: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  select d.*
    from (select corkboard.check_scope_approved(begun.workspace_id, ${project}) as workspace_id,
                 ${project}::uuid as project_id) begun
   cross join lateral (${action}) d`;
