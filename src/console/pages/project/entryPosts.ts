import type { Action } from '../../../actions/define.ts';
import { byAction } from '../../posts/byAction.ts';

/** The posts that change and delete an entry of a tab of the project, and then show the tab. */
export function entryPosts(tab: 'notes' | 'time', edit: Action, remove: Action) {
  const postOf = (action: Action, verb: string) =>
    byAction(action, {
      path: `/projects/:id/${tab}/:entry/${verb}`,
      record: 'entry',
      parents: { id: 'project_id' },
      pageQuery: { tab },
      redirectTo: ({ entry }) => `/projects/${entry.projectId}?tab=${tab}`,
    });
  return { edit: postOf(edit, 'edit'), remove: postOf(remove, 'delete') };
}
