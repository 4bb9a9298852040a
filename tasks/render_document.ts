import { randomInt } from 'node:crypto';
import { call, firstRow } from '../src/database/call.ts';
import { inTransaction } from '../src/database/connection.ts';
import { queriesOn } from '../src/database/queries.ts';
import { inTurn, issue } from '../src/documents/issue.ts';
import { checkFile } from '../src/documents/issueCheck.ts';
import { readDocument } from '../src/documents/readDocument.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';
import { log } from '../src/log.ts';

/** When a job comes back that found too many others of its workspace. At different times, so that they don't come together. */
const laterSeconds = [5, 60] as const;

/** Makes the files of a document that was issued, or a preview. */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, recordId: documentId } = RecordJob.parse(payload);
  const { job } = helpers;
  const asked = await firstRow<{ kind: string }>(helpers, 'document_to_render', workspaceId, documentId);
  if (asked === undefined) return;
  // The page before Send waits for a check for a few seconds only, so it doesn't wait for the workspace's other documents.
  const turnOf = asked.kind === 'check' ? `check ${workspaceId}` : workspaceId;
  const make = async () => {
    // Read only now, because a preview that waits for its turn may be replaced meanwhile.
    const document = await helpers.withPgClient(client =>
      inTransaction(client, () => readDocument(queriesOn(client), workspaceId, documentId)),
    );
    if (document === null) return null;
    const made = await issue(document);
    return document.kind === 'check' ? { files: [checkFile(made)], problem: null } : made;
  };
  try {
    const made = await inTurn(turnOf, config.workerConcurrency, make);
    if (made === null) return;
    if (made === 'busy') {
      const seconds = randomInt(...laterSeconds);
      await call(helpers, 'postpone_document', workspaceId, documentId, seconds, job.max_attempts);
      return;
    }
    const { files, problem } = made;
    if (problem !== null) log.warn({ workspaceId, documentId, problem }, 'a document lacks a part');
    await call(
      helpers,
      'store_document',
      workspaceId,
      documentId,
      files.map(({ format }) => format),
      files.map(({ standard }) => standard),
      files.map(({ mediaType }) => mediaType),
      files.map(({ bytes }) => Buffer.from(bytes)),
      problem,
    );
  } catch (error) {
    const failed = [(error as Error).message, job.attempts >= job.max_attempts];
    await call(helpers, 'fail_document', workspaceId, documentId, ...failed);
    throw error;
  }
}) satisfies Equipped;
