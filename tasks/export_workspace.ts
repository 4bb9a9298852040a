import type { JobHelpers } from 'graphile-worker';
import { z } from 'zod';
import { drain } from '../src/concurrency/drain.ts';
import { call, firstRow } from '../src/database/call.ts';
import { inTransaction } from '../src/database/connection.ts';
import { queriesOn } from '../src/database/queries.ts';
import { type FragmentSqlToken, sql } from '../src/database/sql.ts';
import { type ExportSource, type Progress, workspaceFiles } from '../src/exports/workspaceFiles.ts';
import { zipOf } from '../src/exports/zip.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';

/**
 * How many bytes a part of the file has. A part may have four times as many; smaller ones can be deleted in batches with the rows
 * of other tables.
 */
const partBytes = 1024 * 1024;

/**
 * Makes the file of an export, in parts. Another attempt, after a failure or when a worker has died, begins anew; if the former
 * one still runs, it can store no more.
 */
export default (async (payload, helpers, { checkpoint }) => {
  const { workspaceId, recordId: exportId } = RecordJob.parse(payload);
  const begun = [workspaceId, exportId];
  const current = await firstRow<{ attempt: number; isLast: boolean }>(helpers, 'begin_export', ...begun);
  if (current === undefined) return;
  const storeOrStop = async (name: string, ...values: unknown[]) => {
    if (!(await call<boolean>(helpers, name, ...begun, current.attempt, ...values)))
      throw new Error('The export has ended, or another attempt has begun.');
  };
  try {
    await drain(() => call<number>(helpers, 'delete_export_parts', ...begun), checkpoint);
    const progress: Progress = { done: 0, total: 0 };
    let number = 0;
    for await (const part of partsOf(workspaceId, helpers, progress, checkpoint)) {
      number++;
      const { done, total } = progress;
      await storeOrStop('store_export_part', number, part, done, total);
    }
    await storeOrStop('finish_export');
  } catch (error) {
    const failure = 'It could not be made. The log of the worker says why.';
    if (current.isLast) await call(helpers, 'fail_export', ...begun, current.attempt, failure);
    throw error;
  }
}) satisfies Equipped;

async function* partsOf(
  workspaceId: string,
  helpers: JobHelpers,
  progress: Progress,
  checkpoint: () => void,
): AsyncGenerator<Buffer> {
  const zip = zipOf(workspaceFiles(sourceOf(workspaceId, helpers, checkpoint), progress));
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of zip) {
    chunks.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    const bytes = Buffer.concat(chunks);
    const whole = bytes.length - (bytes.length % partBytes);
    for (let start = 0; start < whole; start += partBytes) yield bytes.subarray(start, start + partBytes);
    chunks = [bytes.subarray(whole)];
    length = bytes.length - whole;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

const Row = z.object({ row: z.string() });
const Bytes = z.object({ bytes: z.instanceof(Buffer).nullable() });
const Entered = z.object({ entered: z.unknown() });

/** Reads in short transactions, each of which reports that the job goes on. */
function sourceOf(workspaceId: string, helpers: JobHelpers, checkpoint: () => void): ExportSource {
  const inWorkspace = <Result>(work: (queries: ReturnType<typeof queriesOn>) => Promise<Result>) => {
    checkpoint();
    return helpers.withPgClient(client =>
      inTransaction(client, async () => {
        const queries = queriesOn(client);
        await queries.one(sql.type(Entered)`select corkboard.enter_workspace(${workspaceId}) as entered`);
        return work(queries);
      }),
    );
  };
  return {
    read: <Result>(query: FragmentSqlToken) =>
      inWorkspace(async queries => {
        const { row } = await queries.one(sql.type(Row)`
          select row_to_json(r)::text as row
            from (select ${workspaceId}::uuid as workspace_id) admitted cross join lateral (${query}) r`);
        return JSON.parse(row) as Result;
      }),
    bytesOf: (table, id) =>
      inWorkspace(async queries => {
        const found = await queries.maybeOne(sql.type(Bytes)`
          select t.bytes from corkboard.${sql.identifier([table])} t
           where t.workspace_id = ${workspaceId} and t.id = ${id}`);
        return found?.bytes ?? null;
      }),
  };
}
