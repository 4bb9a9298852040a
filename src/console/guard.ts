import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.ts';

/**
 * Throws where a form was sent by a page of another site: its browser sends our cookies along. All browsers that are in
 * use say where a request comes from, by Sec-Fetch-Site; the Origin is for those that are behind a proxy that takes it
 * away, or talk plain http to a name. `origin` is the console's own.
 */
export function refuseForeign(req: IncomingMessage, origin: string): void {
  const site = req.headers['sec-fetch-site'];
  const isOwn =
    site === undefined ? req.headers.origin === origin : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreign;
}

const foreign = new Refused(
  403,
  'This form was sent from another site',
  'Nothing was done. Open the page here and send it again.',
);
