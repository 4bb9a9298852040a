import { z } from 'zod';
import { log } from '../log.ts';
import { awaitFile } from './awaitFile.ts';
import type { DocumentFile } from './documentFile.ts';
import type { MadeFiles } from './render/makeFiles.ts';

// Before an invoice or estimate is sent, a worker makes its files as they would be issued, and keeps only what went wrong.

/** The faults of a document's files if it were issued now. */
const Found = z.object({
  /** Why the PDF would be less than it should be. */
  pdfProblem: z.string().nullable(),
  /** Why a file or a part of one would be missing. */
  problem: z.string().nullable(),
});
export type IssueCheck = z.infer<typeof Found>;

/** The result of a check, as it is stored in place of a preview. */
export const checkFile = ({ pdfProblem, problem }: MadeFiles): DocumentFile => ({
  format: 'pdf',
  standard: null,
  mediaType: 'application/json',
  bytes: Buffer.from(JSON.stringify({ pdfProblem, problem } satisfies IssueCheck)),
});

/** How long a page waits for a check, in ms: it can be sent without. */
const limitMs = 4_000;

/** Checks the files of a draft by its fingerprint (console/queries/documentFile.ts). `late`: no worker did so in time. */
export async function awaitIssueCheck(
  workspaceId: string,
  recordId: string,
  fingerprint: string,
  queries: Parameters<typeof awaitFile>[3],
): Promise<IssueCheck | 'late'> {
  const wanted = { kind: 'check', recordId, fingerprint } as const;
  try {
    const file = await awaitFile(workspaceId, wanted, 'pdf', queries, { limitMs, needsWorker: true });
    return typeof file === 'string' ? 'late' : Found.parse(JSON.parse(file.bytes.toString()));
  } catch (error) {
    log.warn({ err: error, workspaceId }, 'a draft could not be checked before it is sent');
    return 'late';
  }
}
