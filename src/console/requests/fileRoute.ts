import { sql } from '../../database/sql.ts';
import type { Request, Route } from '../../http/handler.ts';
import type { Role } from '../sessions/person.ts';
import type { ConsoleResources } from './console.ts';
import { addressOf, confirmAddress, queryOf, signInAddress } from './paths.ts';
import { redirect } from './reply.ts';
import { type FileOfRecords, type Reader, readerOf, streamFile } from './streamFile.ts';

/** A file of records that is sent while it is read. */
interface FileRoute {
  pattern: string;
  /** The page of the file, to which people return after signing in or entering a code. */
  page: string;
  /** The role that may get it. */
  role: Role;
  /** Whether the audit log names each download: of the files of the export page, which are the only GETs that write. */
  isAudited?: true;
  /** Makes the file. A query leads back to the page with it, which shows what is wrong in it. */
  file: (reader: Reader, search: URLSearchParams, req: Request) => Promise<FileOfRecords | URLSearchParams>;
}

/**
 * The route of a file of records. With it personal data leaves in bulk, so it needs a code entered within the last 30 minutes.
 */
export const fileRoute = (
  resources: ConsoleResources,
  { pattern, page, role, isAudited, file }: FileRoute,
): Route => ({
  method: 'GET',
  pattern,
  handler: async (req, res) => {
    const reader = await readerOf(resources, req, role);
    const search = new URLSearchParams(req.search ?? '');
    const pageWith = (query: URLSearchParams) => addressOf(page, req.params) + queryOf(query);
    const here = pageWith(search);
    if (reader === null) return redirect(req, res, signInAddress(here));
    if (!reader.person.is_recently_authenticated) return redirect(req, res, confirmAddress(here));
    const found = await file(reader, search, req);
    if (found instanceof URLSearchParams) return redirect(req, res, pageWith(found));
    const { workspace_id, email } = reader.person;
    const record = sql.fragment`corkboard.record_download(${workspace_id}, ${email}, ${found.name})`;
    await streamFile(req, res, found, isAudited && (() => reader.write(record)));
  },
});
