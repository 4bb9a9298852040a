import type { Action } from '../../../actions/define.ts';
import { byAction } from '../../posts/byAction.ts';

/** The post that changes or deletes an entry of a tab of the project, and then shows the tab. */
export const entryPost = (tab: 'notes' | 'time' | 'revisions', action: Action, verb: 'edit' | 'delete') =>
  byAction(action, {
    path: `/projects/:id/${tab}/:entry/${verb}`,
    record: 'entry',
    parents: { id: 'project_id' },
    pageQuery: { tab },
    redirectTo: ({ entry }) => `/projects/${entry.projectId}?tab=${tab}`,
  });
