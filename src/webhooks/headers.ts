import type { Delivery } from './delivery.ts';

/** The headers of every attempt, and of signed ones, by their names after the prefix. */
export const plainHeaders = {
  Event: 'The kind of event.',
  Delivery:
    'The id of the delivery, as in the body; the same on every retry and replay. A delivery may come twice: do nothing for an id that you have had.',
} as const;
export const signedHeaders = {
  Timestamp:
    'When this attempt was signed, in Unix seconds. Refuse what is more than 300 seconds from your own clock.',
  Signature:
    '`v1=` and the HMAC-SHA256, in lowercase hex, of `<timestamp>.<raw body>`, keyed with the whole secret of the endpoint. Always one: for 24 hours after the secret was rotated, by the previous one.',
  Signatures:
    'A signature for every secret that is live, newest first, with commas between: two for 24 hours after the secret was rotated. Any that matches will do.',
} as const;

type Values = Record<keyof typeof plainHeaders, string> & Partial<Record<keyof typeof signedHeaders, string>>;

/** The prefixes of our headers. Each header is sent with both prefixes, for receivers that use the older one. */
export const prefixes = ['X-Service-', 'X-Legacy-'] as const;

export const userAgent = 'Service-Webhooks/1';

/** The time in the headers and in the signed text: Unix seconds, from a time in ms. */
export const timestampOf = (now: number) => Math.floor(now / 1000);

/**
 * The headers of an attempt that is signed at the time `now`, in ms. `signatures`: newest secret first, two for 24 hours after
 * a rotation; none for unsigned formats (Slack, Discord).
 */
export function headersOf(
  { id, event }: Pick<Delivery, 'id' | 'event'>,
  now: number,
  signatures: readonly string[],
): Record<string, string> {
  const values: Values = { Event: event, Delivery: id };
  // `Signature` is one signature, by the previous secret while that is valid, for receivers that don't have the new one
  // yet.
  const last = signatures.at(-1);
  if (last !== undefined) {
    Object.assign(values, {
      Timestamp: `${timestampOf(now)}`,
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
