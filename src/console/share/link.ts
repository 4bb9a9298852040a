import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { prepared, sql } from '../../database/pool.ts';
import type { Request } from '../../http/handler.ts';
import type { ConsoleResources } from '../routing/console.ts';
import { PageError } from '../routing/pageError.ts';
import { hashOf } from '../sessions/session.ts';
import type { SharePage } from './sharePage.ts';

/** A request for a page behind a share link, or for what is done on it. */
export interface LinkRequest {
  resources: ConsoleResources;
  req: Request;
  res: ServerResponse;
  shared: SharePage;
  /** The secret part of the link. */
  token: string;
  /** The token's SHA-256. */
  hash: Buffer;
  /** The page's own path. */
  here: string;
}

/** What a request asks of a share link. The database is not asked for a token that cannot be one. */
export function linkRequest(
  resources: ConsoleResources,
  req: Request,
  res: ServerResponse,
  shared: SharePage,
): LinkRequest {
  const { token = '' } = req.params;
  if (!/^[\w-]{43}$/.test(token)) throw linkNotFound();
  return { resources, req, res, shared, token, hash: hashOf(token), here: `/${shared.page}/${token}` };
}

/** The same for a link that never was, that was renewed, and whose record is in the trash. */
export const linkNotFound = () =>
  new PageError(
    404,
    'This link no longer works',
    'A newer link may have replaced it, or part of it is missing. Ask the person who sent it to you for the current link.',
  );

const Opened = z.object({ workspace_id: z.string() });

/** The workspace that a link opens, which waits for no lock. Throws if it opens nothing. */
export async function workspaceOf({ resources, req, shared, token, hash }: LinkRequest): Promise<string> {
  const { database } = resources;
  const found = sql.type(Opened)`
    select link.workspace_id from corkboard.find_share_link(${shared.page}, ${token}) link`;
  const row = await database.forClient(req.deadline, database.tenants.of(hash)).maybeOne(prepared(found));
  database.tenants.put(hash, row?.workspace_id);
  if (row === null) throw linkNotFound();
  return row.workspace_id;
}

/** Learns whose a link is that this process does not know yet. Throws if it opens nothing. */
export async function ensureWorkspaceKnown(request: LinkRequest): Promise<void> {
  if (request.resources.database.tenants.isUnknown(request.hash)) await workspaceOf(request);
}
