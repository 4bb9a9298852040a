import { call, firstRow } from '../src/database/call.ts';
import type { ImportLine } from '../src/imports/clientLine.ts';
import { linesOfFile, UnsupportedFile } from '../src/imports/linesOfFile.ts';
import type { Settings } from '../src/imports/readFile.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';

/** An attempt of an import (sql/functions/imports/begin_import.sql). */
interface Begun {
  attempt: number;
  isLast: boolean;
  state: 'checking' | 'importing';
  settings: Settings;
  file: Buffer;
}

/** How many lines, and about how many characters of them, are checked and stored at a time. */
const batchLines = 250;
const batchLength = 500_000;

/**
 * Reads and checks the lines of a file of clients, or makes its clients once a person has seen them. Another attempt, after a
 * failure or when a worker has died, begins anew; if the former one still runs, it can store no more.
 */
export default (async (payload, helpers, { checkpoint }) => {
  const { workspaceId, recordId: importId } = RecordJob.parse(payload);
  const current = await firstRow<Begun>(helpers, 'begin_import', workspaceId, importId);
  if (current === undefined) return;
  const begun = [workspaceId, importId, current.attempt];
  const storeOrStop = async (name: string, ...values: unknown[]) => {
    checkpoint();
    if (!(await call<boolean>(helpers, name, ...begun, ...values)))
      throw new Error('The import has ended, or another attempt has begun.');
  };
  const fail = (failure: string) => call(helpers, 'fail_import', ...begun, failure);
  try {
    if (current.state === 'importing') return await storeOrStop('import_clients');
    for await (const lines of batchesOf(linesOfFile(current.file, current.settings)))
      await storeOrStop('store_import_rows', JSON.stringify(lines));
    await storeOrStop('finish_import_check');
  } catch (error) {
    if (error instanceof UnsupportedFile) {
      await fail(error.message);
      return;
    }
    if (current.isLast) await fail('It could not be done. The log of the worker says why.');
    throw error;
  }
}) satisfies Equipped;

async function* batchesOf(lines: AsyncIterable<ImportLine>): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = [];
  let length = 0;
  for await (const line of lines) {
    batch.push(line);
    for (const cell of line.cells) length += cell.length;
    if (batch.length < batchLines && length < batchLength) continue;
    yield batch;
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
