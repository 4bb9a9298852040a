import type { ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import { check } from '../../admission/check.ts';
import { quotas } from '../../admission/rates.ts';
import { InvalidKey, refusal } from '../../admission/refusals.ts';
import { type Code, Failure } from '../../errors/failure.ts';
import { resultOrFailure } from '../../errors/resultOrFailure.ts';
import type { Operation } from '../../operations/define.ts';
import { missingRecord } from '../../operations/missingRecord.ts';
import { fault } from '../answer.ts';
import { queryReader } from '../query.ts';
import { asObject, tooLarge } from '../request.ts';
import { queryOrBody } from '../rest.ts';
import { schemaRef } from './components.ts';
import { everyResponse, headerRefs } from './headers.ts';

const meaning: Record<Code, string> = {
  bad_request: 'The body is not a JSON object, or a header is malformed.',
  invalid_key: 'The key is missing, malformed, revoked or unknown. The response is the same in all cases.',
  plan_limit:
    'The workspace is suspended, the plan lacks the API, a cap of the plan is reached, or the monthly write allowance is used up.',
  scope_required: 'The key lacks the scope that this needs.',
  not_found: 'A record that the request names is not in this workspace.',
  conflict: 'The state of the record does not allow this.',
  payload_too_large: 'The body is larger than 64 KB.',
  validation: 'A field or parameter is invalid; `field` names it.',
  idempotency_mismatch: 'The Idempotency-Key was used for another request within 24 hours.',
  rate_limited: 'The requests of this minute are used up.',
  internal:
    'An error on our side, or a timeout. You can repeat a write safely with the same Idempotency-Key.',
};

/** Every status besides success that an operation can answer with, with an example of each of its causes. */
export function errorResponses(operation: Operation): ResponsesObject {
  const byStatus = Map.groupBy(Object.entries(failures(operation)), ([, failure]) => failure.status);
  return Object.fromEntries([...byStatus].sort().map(([status, causes]) => [status, response(causes)]));
}

function response(causes: [name: string, failure: Failure][]): ResponseObject {
  const codes = [...new Set(causes.map(([, { code }]) => code))];
  const examples = causes.map(([name, { code, body }]) => [name, { summary: code, value: body }]);
  return {
    description: codes.map(code => `\`${code}\`: ${meaning[code]}`).join('\n\n'),
    headers: headerRefs(...everyResponse, ...headersOf(codes[0]!)),
    content: {
      'application/json': { schema: schemaRef('Error'), examples: Object.fromEntries(examples) },
    },
  };
}

function headersOf(code: Code): string[] {
  if (code === 'invalid_key') return ['WWW-Authenticate'];
  const rate = ['RateLimit-Policy', 'RateLimit'];
  return code === 'rate_limited' || code === 'internal' ? [...rate, 'Retry-After'] : rate;
}

/** The failures of an operation by the name of their cause, created by the same code as in the service. */
function failures(operation: Operation): Record<string, Failure> {
  const { method, scope, rejects = [] } = operation;
  const kind = method === 'GET' ? 'read' : 'write';
  const rate = { kind, used: quotas[kind] + 1, resetsInSeconds: 42 } as const;
  return {
    invalid_key: new InvalidKey(),
    plan: refusal('plan_limit', rate, scope),
    suspended: refusal('suspended', rate, scope),
    scope_required: refusal('scope_required', rate, scope),
    rate_limited: refusal('rate_limited', rate, scope),
    internal: fault(),
    ...(method === 'GET' ? ofQuery(operation) : ofBody(operation)),
    ...(rejects.includes('not_found') && { not_found: missingRecord(operation) }),
    ...(rejects.includes('conflict') && { conflict }),
  };
}

function ofQuery(operation: Operation): Record<string, Failure> {
  const [parameter] = Object.keys(queryOrBody(operation).shape);
  if (parameter === undefined) return {};
  return { validation: failureOf(() => queryReader(operation.input)(`${parameter}=`)) };
}

// Examples of rejections by sql/functions, in their words.

const mismatch = new Failure(
  'idempotency_mismatch',
  'This Idempotency-Key was used in the last 24 hours with another method, path or body. Use a new key for a new request.',
);

const allowance = new Failure(
  'plan_limit',
  'The monthly write allowance is used up: 200 of 200 writes. It starts again on 2027-01-01 (UTC).',
);

const conflict = new Failure(
  'conflict',
  'The client has approved this scope: it changes through a change order, in the app.',
);

function ofBody(operation: Operation): Record<string, Failure> {
  return {
    bad_request: failureOf(() => asObject([])),
    payload_too_large: tooLarge(),
    validation: failureOf(() => check(queryOrBody(operation), {})),
    idempotency_mismatch: mismatch,
    allowance,
  };
}

const failureOf = (rejected: () => unknown) => resultOrFailure(rejected) as Failure;
