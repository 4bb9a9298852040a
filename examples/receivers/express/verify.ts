import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request comes from Corkboard and is recent. `body`: the raw bytes. `now`: Unix seconds. */
export function isGenuine(
  body: Buffer,
  headers: IncomingHttpHeaders,
  secret: string,
  now = Date.now() / 1000,
): boolean {
  const timestamp = String(headers['x-service-timestamp']);
  if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > 300) return false;
  const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body);
  const expected = Buffer.from(`v1=${hmac.digest('hex')}`);
  return String(headers['x-service-signatures'])
    .split(',')
    .map(signature => Buffer.from(signature))
    .some(given => given.length === expected.length && timingSafeEqual(given, expected));
}
