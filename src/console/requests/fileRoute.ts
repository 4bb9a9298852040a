import { sql } from '../../database/sql.ts';
import type { Request, Route } from '../../http/handler.ts';
import type { Role } from '../sessions/person.ts';
import type { ConsoleResources } from './console.ts';
import { isFromOtherSite } from './crossSite.ts';
import { addressOf, confirmAddress, queryOf, signInAddress } from './paths.ts';
import { redirect } from './reply.ts';
import { type FileOfRecords, type FileReader, readerOf, streamFile } from './streamFile.ts';

/** A file of the records on a page, which is sent while it is read. The page's role may get it. */
export interface PageFile {
  path: string;
  /**
   * Whether the audit log names each download: of the files of the export page, which are the only GETs that write. A link on
   * another site leads to the page instead, where the person decides.
   */
  isAudited?: boolean;
  /** Makes the file. A query leads back to the page with it, which shows what is wrong in it. */
  file: (
    reader: FileReader,
    search: URLSearchParams,
    req: Request,
    resources: ConsoleResources,
  ) => Promise<FileOfRecords | URLSearchParams>;
}

/**
 * The route of a file of a page, to which people return after signing in or entering a code. With it personal data leaves in bulk,
 * so it needs a code entered within the last 30 minutes.
 */
export const fileRoute = (
  resources: ConsoleResources,
  page: { path: string; role: Role },
  { path, isAudited, file }: PageFile,
): Route => ({
  method: 'GET',
  pattern: path,
  handler: async (req, res) => {
    const reader = await readerOf(resources, req, page.role);
    const search = new URLSearchParams(req.search ?? '');
    const pageWith = (query: URLSearchParams) => addressOf(page.path, req.params) + queryOf(query);
    const here = pageWith(search);
    if (reader === null) return redirect(req, res, signInAddress(here));
    if (!reader.person.is_recently_authenticated) return redirect(req, res, confirmAddress(here));
    if (isAudited && isFromOtherSite(req)) return redirect(req, res, here);
    const found = await file(reader, search, req, resources);
    if (found instanceof URLSearchParams) return redirect(req, res, pageWith(found));
    const { workspace_id, email } = reader.person;
    const record = sql.fragment`corkboard.record_download(${workspace_id}, ${email}, ${found.name})`;
    await streamFile(req, res, found, isAudited ? () => reader.write(record) : undefined);
  },
});
