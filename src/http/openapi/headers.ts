import type { HeaderObject, HeadersObject, ParameterObject } from 'openapi3-ts/oas31';
import { quotas } from '../../admission/rates.ts';
import { always, announceRate } from '../answer.ts';
import { idempotencyKey } from '../request.ts';

/** The rate-limit headers as the service sends them with a 429. */
const sent: Record<string, string | number> = {};
announceRate(
  { setHeader: (name, value) => Object.assign(sent, { [name]: value }) },
  { kind: 'read', used: quotas.read + 1, resetsInSeconds: 42 },
);

const text = (description: string, schema: object): HeaderObject => ({
  description,
  schema: { type: 'string', ...schema },
});

/** The headers of responses, by name. */
export const headers: HeadersObject = {
  'Request-Id': {
    ...text('Identifies this response. Include it when you report a problem.', { format: 'uuid' }),
    required: true,
  },
  'Cache-Control': {
    ...text('Responses must not be cached.', { enum: [always['Cache-Control']] }),
    required: true,
  },
  'X-Content-Type-Options': {
    ...text('Browsers must not take the response for anything but its `Content-Type`.', {
      enum: [always['X-Content-Type-Options']],
    }),
    required: true,
  },
  'RateLimit-Policy': text(
    'The quota of requests per minute and workspace that this request counts against. Sent with every response to a valid key.',
    { pattern: '^"(read|write)";q=\\d+;w=60$', example: sent['RateLimit-Policy'] },
  ),
  RateLimit: text(
    'The rest of the quota, and in how many seconds it resets. Sent with every response to a valid key.',
    {
      pattern: '^"(read|write)";r=\\d+;t=\\d+$',
      example: sent.RateLimit,
    },
  ),
  'Retry-After': {
    description: 'Seconds to wait before you try again. After 429, this is the time until the quota resets.',
    required: true,
    schema: { type: 'integer', minimum: 1, example: sent['Retry-After'] },
  },
  'WWW-Authenticate': { ...text('The scheme for sending the key.', { enum: ['Bearer'] }), required: true },
  'Idempotency-Replayed': text(
    'Sent when this is the stored response of an earlier, identical write, and nothing was created.',
    { enum: ['true'] },
  ),
};

/** The names of the headers of every response. */
export const everyResponse = ['Request-Id', ...Object.keys(always)];

/** References to headers by name, for the description of a response. */
export function headerRefs(...names: string[]): HeadersObject {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The header that makes it safe to repeat a write. */
export const idempotencyKeyParameter: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  // No example: pages that send requests would fill it in, and the second request would be a mismatch.
  description:
    'Your name for this write, like `website-first-half`. If you send the same write with the same name again within 24 hours, nothing is created, and you get the first response, byte for byte.',
  schema: { type: 'string', pattern: idempotencyKey.source },
};
