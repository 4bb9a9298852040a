import { sql } from '../../../database/sql.ts';
import type { BooksFormat, Recorded } from '../../../exports/accounting.ts';
import { counted } from '../../../formatting/index.ts';
import type { Request } from '../../../http/handler.ts';
import { objects, workspaceId } from '../../../records/fragments.ts';
import type { Period } from '../../../vocabulary/fields.ts';
import { listDate } from '../../components/time.ts';
import { type Html, html } from '../../html/html.ts';
import { withQuery } from '../../requests/paths.ts';
import type { FileOfRecords, FileReader } from '../../requests/streamFile.ts';
import type { Person } from '../../sessions/person.ts';

// The database keeps which periods an owner has downloaded for the books. What is recorded later on days of such a period is in the
// next file of it, and can be downloaded by itself.

/** The parameter of a file's address that asks for what was added alone, and its value. */
export const added = ['added', 'true'] as const;

/** Entries that were recorded on days after these had been downloaded. */
export interface Added {
  format: BooksFormat;
  entries: number;
  firstDay: string;
  lastDay: string;
}

/** One row with what was added, by format. */
export const addedQuery = sql.fragment`
  select ${objects(sql.fragment`
    select a.format, a.entries, a.first_day as "firstDay", a.last_day as "lastDay"
      from corkboard.added_to_exported_periods(${workspaceId}) a`)} as rows`;

/** Says what was added, followed by how to get it; null: nothing was. */
export function addedNote(one: Added | undefined, person: Person, how: (added: Added) => Html): Html | null {
  if (one === undefined) return null;
  const { entries, firstDay, lastDay } = one;
  const days =
    firstDay === lastDay
      ? html`on ${listDate(firstDay, person)}`
      : html`on days from ${listDate(firstDay, person)} to ${listDate(lastDay, person)}`;
  return html`<p class="doubt">Recorded since the last export: ${counted(entries, 'booking', person.locale)} ${days}, which you had
    downloaded before. ${how(one)}</p>`;
}

/** The link to what was added, for a file that needs no settings. */
export const addedLink =
  (path: string) =>
  ({ firstDay, lastDay }: Added): Html =>
    html`<a href="${withQuery(path, { from: firstDay, to: lastDay, [added[0]]: added[1] })}">Download what was added</a>`;

/** Which bookings a file of a period gets, and how its chunks are marked as downloaded once all of them were sent. */
export async function beginBooks(
  { person: { workspace_id: id, email }, write }: FileReader,
  req: Request,
  format: BooksFormat,
  { since, until }: Period,
): Promise<{ recorded: Recorded; name: string; marked: (chunks: Chunks) => Chunks }> {
  const isAddition = new URLSearchParams(req.search ?? '').get(added[0]) === added[1];
  const recordedUntil =
    req.method === 'HEAD'
      ? null
      : ((await write(sql.fragment`corkboard.begin_books_export(${id})::text`)) as string);
  return {
    recorded: { until: recordedUntil, addedTo: isAddition ? format : null },
    name: isAddition ? '_added' : '',
    marked: async function* (chunks) {
      yield* chunks;
      await write(sql.fragment`
        corkboard.finish_books_export(
          ${id}, ${format}, ${since}::date, ${until}::date, ${recordedUntil}::timestamptz, ${isAddition}, ${email})`);
    },
  };
}
type Chunks = FileOfRecords['chunks'];
