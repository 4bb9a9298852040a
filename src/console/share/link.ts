import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { canBeToken, secretOf } from '../../admission/key.ts';
import { prepared, sql } from '../../database/pool.ts';
import type { Tenant } from '../../database/tenantCache.ts';
import type { Request } from '../../http/handler.ts';
import type { ConsoleResources } from '../requests/console.ts';
import { PageError } from '../requests/pageError.ts';
import { addressOf } from '../requests/paths.ts';
import { hashOf, workspaceIn } from '../sessions/session.ts';
import type { SharePage } from './sharePage.ts';

/** A request for a page behind a share link or for its form. */
export interface LinkRequest {
  resources: ConsoleResources;
  req: Request;
  res: ServerResponse;
  shared: SharePage;
  /** The secret part of the link. */
  token: string;
  /** The same with the workspace after it. */
  sent: string;
  /** The token's SHA-256. */
  hash: Buffer;
  /** The page's own path. */
  here: string;
  search: URLSearchParams;
}

/** Makes the link request of a request. A token of the wrong form is rejected without asking the database. */
export function linkRequest(
  resources: ConsoleResources,
  req: Request,
  res: ServerResponse,
  shared: SharePage,
): LinkRequest {
  const { token: sent = '' } = req.params;
  if (!canBeToken(sent)) throw linkNotFound();
  const link = { token: secretOf(sent), sent, hash: hashOf(sent) };
  return {
    resources,
    req,
    res,
    shared,
    ...link,
    here: addressOf(`/${shared.page}/:token${shared.below ?? ''}`, req.params),
    search: new URLSearchParams(req.search ?? ''),
  };
}

/** The same error for links that never existed, were replaced, or whose record is in the trash. */
export const linkNotFound = () => new PageError(404, 'linkEnded');

const Opened = z.object({ workspace_id: z.string() });

/** The workspace of a link, found without waiting for a lock. Throws if the link doesn't work. */
export async function workspaceOf(request: LinkRequest): Promise<string> {
  const { resources, req, shared, token, hash } = request;
  const { database } = resources;
  const tenant = tenantOfLink(request);
  const found = sql.type(Opened)`
    select link.workspace_id from corkboard.find_share_link(${shared.page}, ${token}, ${tenant.workspaceId}::uuid) link`;
  const row = await database.forClient(req.deadline, tenant).maybeOne(prepared(found));
  database.tenants.put(hash, row?.workspace_id);
  if (row === null) throw linkNotFound();
  return row.workspace_id;
}

/** The tenant of a link. */
export const tenantOfLink = ({ resources, sent, hash }: LinkRequest): Tenant =>
  resources.database.tenants.of(hash, workspaceIn(sent));

/** Puts the workspace of a link into the tenant cache, if it isn't there yet. Throws if the link doesn't work. */
export async function ensureWorkspaceKnown(request: LinkRequest): Promise<void> {
  if (request.resources.database.tenants.workspaceOf(request.hash) === null) await workspaceOf(request);
}
