import type { IncomingMessage } from 'node:http';
import { Refused } from './refused.ts';

/**
 * Throws where a form was sent by a page of another site: its browser sends our cookies along. Browsers say where a
 * request comes from in Sec-Fetch-Site. Origin is checked where that header is missing: behind a proxy that takes it
 * away, or on plain http. `origin` is the console's own.
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
