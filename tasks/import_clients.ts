import { z } from 'zod';
import type { ImportLine } from '../src/imports/clientLine.ts';
import { linesOfFile, UnfitFile } from '../src/imports/linesOfFile.ts';
import type { Settings } from '../src/imports/readFile.ts';
import type { Equipped } from '../src/jobs/tasks.ts';

const Payload = z.object({ workspaceId: z.uuid(), importId: z.uuid() });

/** How many lines are checked and stored at a time. */
const batchLines = 250;

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
      for await (const lines of batchesOf(linesOfFile(current.file, current.settings)))
        await isDone('store_import_rows($1, $2, $3, $4)', JSON.stringify(lines));
      await isDone('finish_import_check($1, $2, $3)');
    } catch (error) {
      if (error instanceof UnfitFile) {
        await fail(error.message);
        return;
      }
      if (current.isLast) await fail('It could not be done. The log of the worker says why.');
      throw error;
    }
  };

/** Lines in batches. */
async function* batchesOf(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < batchLines) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

export default importClients;
