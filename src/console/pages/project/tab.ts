import type { Action } from '../../../actions/define.ts';
import type { Post } from '../../forms/post.ts';
import type { Html } from '../../html/html.ts';
import { byAction } from '../../posts/byAction.ts';
import type { ConsoleProject } from '../../queries/project.ts';
import type { PageAddress, PageContext } from '../../requests/pageContext.ts';
import type { PageQueries } from '../../sessions/batchReads.ts';

/** A tab of a project's page. `Rows`: the rows of its reads besides the project, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each tab knows the rows of its own queries.
export interface Tab<Rows = any> {
  /** In the address: `?tab=scope`. */
  name: string;
  label: string;
  isLive?: boolean;
  reads: (at: PageAddress) => PageQueries;
  view: (project: ConsoleProject, rows: Rows, context: PageContext) => Html;
  posts: readonly Post[];
}

/** Defines a tab. */
export const tab = <Rows>(given: Tab<Rows>): Tab<Rows> => given;

/** The post that changes or deletes an entry of a tab of the project, and then shows the tab. */
export const entryPost = (tab: 'notes' | 'time' | 'revisions', action: Action, verb: 'edit' | 'delete') =>
  byAction(action, {
    path: `/projects/:id/${tab}/:entry/${verb}`,
    record: 'entry',
    parents: { id: 'project_id' },
    pageQuery: { tab },
    redirectTo: ({ entry }) => `/projects/${entry.projectId}?tab=${tab}`,
  });
