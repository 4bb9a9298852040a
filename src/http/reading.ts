import { check } from '../admission/check.ts';
import { memoize } from '../concurrency/memoize.ts';
import { type RowsAsJson, rowOf } from '../database/authenticatedRead.ts';
import { Failure } from '../errors/failure.ts';
import { resultOrFailure } from '../errors/resultOrFailure.ts';
import type { ReadOperation } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';

/**
 * Returns a function that prepares a read: it returns the read's SQL, or the failure of its input. The input is checked
 * before admission, so that the read is part of admission's round trip; a failure is sent only after admission. Reads are
 * memoized by `nameOf`, because to compose their SQL, a list's dozens of fragments above all, takes a good part of their
 * processor time.
 */
export function preparing<Given>(
  operation: ReadOperation,
  nameOf: (given: Given) => string,
  valuesOf: (given: Given) => Record<string, unknown>,
): (given: Given) => RowsAsJson | Failure {
  return memoize(nameOf, given =>
    resultOrFailure(() => rowOf(operation.sqlCall(check(operation.input, valuesOf(given))))),
  );
}

/** The JSON of a read. Throws the failure of its input, or not_found if there is no row. */
export function answerOf(
  operation: ReadOperation,
  read: RowsAsJson | Failure,
  answer: string | null,
): string {
  if (read instanceof Failure) throw read;
  if (answer === null) throw missingRecord(operation);
  return answer;
}
