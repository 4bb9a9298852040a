/** The product's name in the headers of a delivery, and its former name: every header is sent under both. */
export const prefixes = ['X-Service-', 'X-Legacy-'] as const;

export const userAgent = 'Service-Webhooks/1';

/** The headers of a delivery to a JSON endpoint, without their prefix (spec: Envelope and headers). */
export const deliveryHeaders = {
  Event: 'The kind of the event.',
  Delivery:
    'The id of the delivery, as in the body; the same on every retry and replay. A delivery may come twice: do nothing for an id that you have had.',
  Timestamp:
    'When this attempt was signed, in Unix seconds. Refuse what is more than 300 seconds from your own clock.',
  Signature:
    '`v1=` and the HMAC-SHA256, in lowercase hex, of `<timestamp>.<raw body>`, keyed with the whole secret of the endpoint. Always one: for 24 hours after the secret was rotated, by the previous one.',
  Signatures:
    'A signature for every secret that is live, newest first, with commas between: two for 24 hours after the secret was rotated. Any that matches will do.',
} as const;
