import type { EventKind } from '../records/event.ts';
import { sign } from './signature.ts';

/** What follows `X-Service-` in the headers of every attempt, and of the signed ones (spec: Envelope and headers). */
export const plainHeaders = {
  Event: 'The kind of event.',
  Delivery:
    'The id of the delivery, for receivers to tell repetitions by: the same on every retry and replay.',
} as const;
export const signedHeaders = {
  Timestamp: 'Unix seconds when this attempt was signed.',
  Signature:
    'One signature: v1= and the lowercase hex of HMAC-SHA256 over the timestamp, a dot and the body. Made with the previous secret for 24 hours after a rotation.',
  Signatures: 'A signature for each secret that is live, the newest first, with commas between them.',
} as const;

type Values = Record<keyof typeof plainHeaders, string> & Partial<Record<keyof typeof signedHeaders, string>>;

/** The name of the product in its headers, and the one it had before: the copies are equal byte for byte. */
export const prefixes = ['X-Service-', 'X-Legacy-'] as const;

export const userAgent = 'Service-Webhooks/1';

interface Signing {
  id: string;
  event: EventKind;
  /** The newest first: two while a rotated secret is still live, none for what is not signed (Slack, Discord). */
  secrets: string[];
  body: string;
}

/** The headers of an attempt that is made now (in ms). */
export function headersOf({ id, event, secrets, body }: Signing, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map(secret => sign(secret, timestamp, body));
  const values: Values = { Event: event, Delivery: id };
  // In one entry the previous secret, for receivers that have not learnt the new one yet.
  const [last] = signatures.slice(-1);
  if (last !== undefined) {
    Object.assign(values, {
      Timestamp: `${timestamp}`,
      Signature: last,
      Signatures: signatures.join(','),
    } satisfies Record<keyof typeof signedHeaders, string>);
  }
  const headers: Record<string, string> = { 'Content-Type': 'application/json', 'User-Agent': userAgent };
  for (const prefix of prefixes) {
    for (const [name, value] of Object.entries(values)) headers[prefix + name] = value;
  }
  return headers;
}
