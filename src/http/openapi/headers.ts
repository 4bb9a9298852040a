import type { HeaderObject, HeadersObject, ParameterObject } from 'openapi3-ts/oas31';
import { quotas } from '../../admission/rates.ts';
import { always, announceRate } from '../answer.ts';
import { idempotencyKey } from '../request.ts';

/** The rate's headers as the service sends them with a 429. */
const sent: Record<string, string | number> = {};
announceRate(
  { setHeader: (name, value) => Object.assign(sent, { [name]: value }) },
  { kind: 'read', used: quotas.read + 1, resetsInSeconds: 42 },
);

const text = (description: string, schema: object): HeaderObject => ({
  description,
  schema: { type: 'string', ...schema },
});

/** Every header of an answer, by its name. */
export const headers: HeadersObject = {
  'Request-Id': {
    ...text('Names this answer; quote it to us when something is wrong.', { format: 'uuid' }),
    required: true,
  },
  'Cache-Control': {
    ...text('Answers are never kept on their way.', { enum: [always['Cache-Control']] }),
    required: true,
  },
  'RateLimit-Policy': text(
    'The quota of requests per minute and workspace that this request counts against. On every answer to a good key.',
    { pattern: '^"(read|write)";q=\\d+;w=60$', example: sent['RateLimit-Policy'] },
  ),
  RateLimit: text('What is left of the quota, and for how many seconds. On every answer to a good key.', {
    pattern: '^"(read|write)";r=\\d+;t=\\d+$',
    example: sent.RateLimit,
  }),
  'Retry-After': {
    description:
      'Seconds to wait before the next try. After 429 they run to the next minute, when the quota is whole again.',
    required: true,
    schema: { type: 'integer', minimum: 1, example: sent['Retry-After'] },
  },
  'WWW-Authenticate': { ...text('What a key is sent as.', { enum: ['Bearer'] }), required: true },
  'Idempotency-Replayed': text(
    'Sent when this is the first answer to the same write again, and nothing was created.',
    { enum: ['true'] },
  ),
};

/** References to headers by name, as an answer lists them. */
export function headerRefs(...names: string[]): HeadersObject {
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The header that lets a write be sent again (spec: Idempotency). */
export const idempotencyKeyParameter: ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  // No example: pages that send requests would fill it in, and the second request would be a mismatch.
  description:
    'A name of your own for this write, like `website-first-half`. The same write under the same name within 24 hours is not done again: its first answer comes back, byte for byte.',
  schema: { type: 'string', pattern: idempotencyKey.source },
};
