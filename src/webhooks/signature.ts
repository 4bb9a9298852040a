import { createHmac } from 'node:crypto';

/**
 * The signature of a body, as in the headers: `v1=` and the lowercase hex of HMAC-SHA256 over
 * `<timestamp>.<body>`, keyed with the whole secret. `timestamp` is in Unix seconds.
 */
export function sign(secret: string, timestamp: number, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
