import type { View } from '../html/layout.ts';
import type { Post } from '../posts/post.ts';
import type { PageAddress, Reads, Role, Visit } from '../sessions/visit.ts';

// How to add a page.
//
// 1. A file in `pages/`, named after what it shows, that exports what `page` makes, and its line in `pages.ts`.
// 2. `reads`: what it shows, as queries of one row each, by name. All of them are one round trip, together with the
//    admission of the person. In their SQL the workspace is `workspaceId` (src/operations/define.ts), so what an
//    operation `does` serves as it is: `{ project: getProject.does({ id: params.id }) }`. The first is what the page is
//    about: where it has no row, the page is 404, the same for foreign, malformed and trashed ids. What only a person
//    sees is added by queries in `records/`, which no operation uses.
// 3. `view`: its rows, and who is looking, as HTML. Templates escape what they take; attributes stand in quotation marks.
//    Amounts and times are written by `src/formatting/index.ts`, in the person's locale and time zone. A list that is empty says
//    what would fill it. Links and buttons are named by what they do.
// 4. `posts`: what can be done on it, each with the address that its form is sent to. `form(visit, post)` is that form,
//    wherever in the view. A post is one statement. When it is done the browser is sent on to where its result is seen,
//    with the notice `done`; when it is refused this page comes again with what was typed (422, or 409 where the record
//    moved on), and so it needs no code for that. A write operation becomes a post by `byOperation`, an action of the
//    catalogue by `byAction`, which takes button, roles, warning, notice and fields from there. `record`, given to
//    `form`, is what the action is done on: its form is there only where that takes it.
//
// Sign-in, roles, foreign sites, HEAD, trailing slashes, double clicks, error pages, headers: none of that is a page's.

/** A page of the console. `Rows`: what its reads answer, by their names. */
// biome-ignore lint/suspicious/noExplicitAny: each page says what its own queries answer.
export interface Page<Rows = any> {
  /** `/projects/:id`. Of two that fit an address, the one with fewer names answers. */
  path: string;
  /** A second address at which it is opened; its posts keep theirs. */
  alias?: string;
  /** Who may see it; others get 403. */
  by: Role;
  /** Throws Failure where the query of the address makes no sense. */
  reads: (at: PageAddress) => Reads;
  view: (rows: Rows, visit: Visit) => View;
  posts: readonly Post[];
}

type Given<Rows> = Pick<Page<Rows>, 'path' | 'view'> &
  Partial<Pick<Page<Rows>, 'alias' | 'by' | 'reads' | 'posts'>>;

/** Defines a page: every member may see it unless it says otherwise. */
export const page = <Rows>(given: Given<Rows>): Page<Rows> => ({
  by: 'member',
  reads: () => ({}),
  posts: [],
  ...given,
});
