import { z } from 'zod';
import { clientOf, type ImportLine } from '../src/imports/clientLine.ts';
import { decode } from '../src/imports/encodings.ts';
import { maxClients, type Settings } from '../src/imports/readFile.ts';
import { isEmpty, recordsOf, UnreadableLine } from '../src/imports/records.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

const Payload = z.object({ workspaceId: z.uuid(), importId: z.uuid() });

/** How many lines are checked and stored at a time. */
const batchLines = 250;

/** A file that can't be imported, with a sentence that says so to the person. */
class Unfit extends Error {}

/**
 * Reads and checks the lines of a file of clients, or makes its clients once a person has seen them. Another try, after a failure
 * or when a worker has died, begins anew; if the former one still runs, it can store no more. Payload: `{ workspaceId, importId }`.
 */
const importClients: Equipped =
  ({ checkpoint }) =>
  async (payload, { query }) => {
    const { workspaceId, importId } = Payload.parse(payload);
    const begun = await query<{
      try: number;
      isLast: boolean;
      state: 'checking' | 'importing';
      settings: Settings;
      file: Buffer;
    }>('select * from corkboard.begin_import($1, $2)', [workspaceId, importId]);
    const [current] = begun.rows;
    if (current === undefined) return;
    const isDone = async (call: string, ...values: unknown[]) => {
      checkpoint();
      const { rows } = await query<{ done: boolean }>(`select corkboard.${call} as done`, [
        ...[workspaceId, importId, current.try],
        ...values,
      ]);
      if (!rows[0]!.done) throw new Error('The import has ended, or another try has begun.');
    };
    const fail = (failure: string) =>
      query('select corkboard.fail_import($1, $2, $3, $4)', [workspaceId, importId, current.try, failure]);
    try {
      if (current.state === 'importing') return await isDone('import_clients($1, $2, $3)');
      await isDone('delete_import_rows($1, $2, $3)');
      for await (const lines of batchesOf(current.file, current.settings))
        await isDone('store_import_rows($1, $2, $3, $4)', JSON.stringify(lines));
      await isDone('finish_import_check($1, $2, $3)');
    } catch (error) {
      if (error instanceof Unfit) {
        await fail(error.message);
        return;
      }
      if (current.isLast) await fail('It could not be done. The log of the worker says why.');
      throw error;
    }
  };

/** The lines of a file that have a client, without that of the headings. Throws Unfit. */
async function* batchesOf(
  file: Buffer,
  { encoding, separator, hasHeadings, columns }: Settings,
): AsyncGenerator<ImportLine[]> {
  let [lines, isFirst, count]: [ImportLine[], boolean, number] = [[], true, 0];
  try {
    for await (const record of recordsOf(decode(file, encoding), separator)) {
      if (isEmpty(record)) continue;
      const isHeading = isFirst && hasHeadings;
      isFirst = false;
      if (isHeading) continue;
      if (++count > maxClients)
        throw new Unfit('The file has more than 10,000 clients. Split it into several files.');
      lines.push(clientOf(record, columns));
      if (lines.length < batchLines) continue;
      yield lines;
      lines = [];
    }
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
    throw new Unfit(`The file can’t be read: ${error.message}. Correct it, then choose the file again.`);
  }
  if (count === 0) throw new Unfit('The file has no lines with clients.');
  if (lines.length > 0) yield lines;
}

export default importClients;
