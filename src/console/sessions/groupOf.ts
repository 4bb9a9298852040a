import type { IncomingMessage } from 'node:http';
import { hashOfSecret } from '../../admission/key.ts';
import { clientAddress, networkOf } from '../../http/clientAddress.ts';
import type { Resources } from '../../http/handler.ts';
import { bearerKey } from '../../http/request.ts';
import { hashOf, readCookie } from './session.ts';

/**
 * Tells which group a request belongs to when memory is short: the workspace of its key or session, if the tenant cache
 * knows it, otherwise the network of the client's address.
 */
export function groupOf({ database, config }: Resources): (req: IncomingMessage) => string {
  const isSecure = config.publicUrl?.startsWith('https:') ?? false;
  return req => {
    const key = bearerKey(req);
    const hash = key === '' ? hashOf(readCookie(req, 'corkboard', isSecure)) : hashOfSecret(key);
    return database.tenants.workspaceOf(hash) ?? networkOf(clientAddress(req, config.trustProxy));
  };
}
