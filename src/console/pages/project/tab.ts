import type { Html } from '../../html/html.ts';
import type { Post } from '../../posts/post.ts';
import type { ConsoleProject } from '../../records/project.ts';
import type { PageAddress, PageContext } from '../../routing/pageContext.ts';
import type { Reads } from '../../sessions/batchReads.ts';

/** A part of a project's page. `Rows`: what its reads answer besides the project, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: each tab says what its own queries answer.
export interface Tab<Rows = any> {
  /** In the address: `?tab=scope`. */
  name: string;
  label: string;
  reads: (at: PageAddress) => Reads;
  view: (project: ConsoleProject, rows: Rows, context: PageContext) => Html;
  posts: readonly Post[];
}

/** Defines a tab. */
export const tab = <Rows>(given: Tab<Rows>): Tab<Rows> => given;
