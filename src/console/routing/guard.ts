import type { IncomingMessage } from 'node:http';
import type { Resources } from '../../http/handler.ts';
import { Refused } from './refused.ts';

/**
 * Throws where a form was sent by a page of another site: its browser sends our cookies along. Browsers say where a
 * request comes from in Sec-Fetch-Site. Origin is checked where that header is missing: behind a proxy that takes it
 * away, or on plain http.
 */
export function refuseForeign(resources: Resources, req: IncomingMessage): void {
  const site = req.headers['sec-fetch-site'];
  const isOwn =
    site === undefined
      ? req.headers.origin === originOf(resources, req)
      : site === 'same-origin' || site === 'none';
  if (!isOwn) throw foreign;
}

const foreign = new Refused(
  403,
  'This form was sent from another site',
  'Nothing was changed. Open the page in Corkboard and send the form again.',
);

/** The console's own origin, as the browser sees it. */
export const originOf = ({ config }: Resources, { headers }: IncomingMessage): string =>
  config.publicUrl === undefined ? `http://${headers.host}` : new URL(config.publicUrl).origin;
