import type { Post } from '../forms/post.ts';
import type { View } from '../html/layout.ts';
import type { PageFile } from '../requests/fileRoute.ts';
import type { PageAddress, PageContext } from '../requests/pageContext.ts';
import type { fileQueries } from '../requests/sendDocument.ts';
import type { PageQueries } from '../sessions/batchReads.ts';
import type { Role } from '../sessions/person.ts';

// How to add a page.
//
// 1. Add a file in `pages/`, named after its content, that exports a `page(…)`, and list it in `routing/pages.ts`.
// 2. `reads` are the queries of the page, each of one row, by name. All of them run in one round trip, together with the
//    person's authentication. In their SQL the workspace is `workspaceId` (src/records/fragments.ts), so the query of an
//    operation can be used as it is: `{ project: getProject.sqlCall({ id: params.id }) }`. The first read is the record
//    that the page is about: if it has no row, the page is 404, which is the same for foreign, malformed and trashed ids.
//    Queries that only the console needs are in `queries/`.
// 3. `view` turns the rows and the page context into HTML. Templates escape the values put into them; attribute values
//    need quotation marks. `src/formatting/index.ts` writes amounts and times in the person's locale and time zone. An
//    empty list says what would fill it. Links and buttons are named after what they do.
// 4. `posts` are the actions on the page, each with the address that its form is sent to. `form(context, post)` renders
//    the form anywhere in the view. A post is one SQL statement. After it, the browser is redirected to where the result
//    is shown, with the notice `done`. If it is rejected, the page is shown again with what was typed (422, or 409 if the
//    record changed meanwhile); that needs no code in the page. `byOperation` makes a post of a write operation,
//    `byAction` of an action of the catalogue, from which it takes button, role, warning, notice and fields. Pass `record`
//    to `form` to show the form only if the record's state allows the action.
// 5. `files` are downloads of what the page shows, which are sent while they are read, such as CSV files (exports/csv.ts).
//
// A page needs no code for sign-in, roles, cross-site requests, HEAD, trailing slashes, double clicks, error pages and
// headers.

/** A page of the console. `Rows`: the rows of its reads, by name. */
// biome-ignore lint/suspicious/noExplicitAny: each page knows the rows of its own queries.
export interface Page<Rows = any> {
  /** `/projects/:id`. If two paths match an address, the one with fewer parameters is used. */
  path: string;
  /** A second path that shows the page; its posts keep theirs. */
  alias?: string;
  /** The role that may see it; others get 403. */
  role: Role;
  /** Throws Failure if the address has an invalid query. */
  reads: (at: PageAddress) => PageQueries;
  /** A worker's content for the page, by name. It joins the rows; each row that it waits for must be there without it too. */
  awaits?: (rows: Rows, queries: FileQueries) => Promise<Partial<Rows>>;
  view: (rows: Rows, context: PageContext) => View;
  posts: readonly Post[];
  /** Files of what the page shows, which take the same query. */
  files: readonly PageFile[];
}

/** Queries of a page after its reads, in the workspace. */
interface FileQueries extends ReturnType<typeof fileQueries> {
  workspaceId: string;
}

type PageDefinition<Rows> = Pick<Page<Rows>, 'path' | 'view'> &
  Partial<Pick<Page<Rows>, 'alias' | 'role' | 'reads' | 'awaits' | 'posts' | 'files'>>;

/** Defines a page. Every member may see it unless `role` says otherwise. */
export const page = <Rows>(definition: PageDefinition<Rows>): Page<Rows> => ({
  role: 'member',
  reads: () => ({}),
  posts: [],
  files: [],
  ...definition,
});
