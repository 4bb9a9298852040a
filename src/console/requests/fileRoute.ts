import type { Request, Route } from '../../http/handler.ts';
import type { Role } from '../sessions/person.ts';
import type { ConsoleResources } from './console.ts';
import { addressOf, signInAddress } from './paths.ts';
import { redirect } from './reply.ts';
import { type Reader, readerOf, streamFile } from './streamFile.ts';

/** A file that is sent while it is read. */
interface FileRoute {
  pattern: string;
  /** The page of the file, to which people return after signing in. */
  page: string;
  /** The role that may get it. */
  role: Role;
  /** Makes the file. Null leads back to the page, which shows what is wrong in the address. */
  file: (reader: Reader, search: URLSearchParams, req: Request) => Promise<File | null>;
}
interface File {
  headers: Record<string, string>;
  chunks: AsyncGenerator<string | Buffer>;
}

/** The route of a file. */
export const fileRoute = (resources: ConsoleResources, { pattern, page, role, file }: FileRoute): Route => ({
  method: 'GET',
  pattern,
  handler: async (req, res) => {
    const reader = await readerOf(resources, req, role);
    const here = addressOf(page, req.params);
    if (reader === null) return redirect(req, res, signInAddress(here));
    const found = await file(reader, new URLSearchParams(req.search ?? ''), req);
    if (found === null) return redirect(req, res, here + (req.search ?? ''));
    await streamFile(req, res, found.headers, found.chunks);
  },
});
