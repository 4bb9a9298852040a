import { Failure } from '../../errors/failure.ts';

// Examples of rejections by sql/functions, for the API's description. A test checks that the functions use the same
// words.

export const mismatch = new Failure(
  'idempotency_mismatch',
  'This Idempotency-Key was used in the last 24 hours with another method, path or body. Use a new key for a new request.',
);

export const allowance = new Failure(
  'plan_limit',
  'The monthly write allowance is used up: 200 of 200 writes. It starts again on 2027-01-01 (UTC).',
);

export const conflict = new Failure(
  'conflict',
  'The client has approved this scope: it changes through a change order, in the app.',
);
