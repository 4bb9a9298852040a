import type { IncomingMessage } from 'node:http';
import type { Resources } from '../../http/handler.ts';
import { PageError } from './pageError.ts';

/**
 * Throws if a page of another site sent the form (CSRF): the browser sends the session cookie with it. Browsers say
 * where a request comes from in Sec-Fetch-Site. If that header is missing, because a proxy removes it or the console runs
 * on plain http, Origin is checked instead.
 */
export function rejectCrossSite(resources: Resources, req: IncomingMessage): void {
  const isOwn =
    req.headers['sec-fetch-site'] === undefined
      ? req.headers.origin === originOf(resources, req)
      : !isFromOtherSite(req);
  if (!isOwn) throw crossSite;
}

/** Whether the browser says that a page of another site sent the request, by a form or a link. */
export const isFromOtherSite = ({ headers }: IncomingMessage): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);

const crossSite = new PageError(403, 'crossSite');

/** The console's origin, as the browser sees it. */
export const originOf = ({ config }: Resources, { headers }: IncomingMessage): string =>
  config.publicUrl === undefined ? `http://${headers.host}` : new URL(config.publicUrl).origin;
