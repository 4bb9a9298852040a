import { check } from '../admission/check.ts';
import { memoize } from '../concurrency/memoize.ts';
import type { FragmentSqlToken } from '../database/sql.ts';
import { Failure } from '../errors/failure.ts';
import { resultOrFailure } from '../errors/resultOrFailure.ts';
import type { ReadOperation } from '../operations/define.ts';
import { missingRecord } from '../operations/missingRecord.ts';

/**
 * Returns a function that prepares a read: it returns the read's SQL, or the failure of its input. The input is checked
 * before admission, so that the read is part of admission's round trip; a failure is sent only after admission. The SQL
 * of lists is composed of dozens of fragments, so it is memoized by `nameOf`, which saves a good part of their
 * processor time. For other reads it would save nothing.
 */
export function preparing<Given>(
  operation: ReadOperation,
  nameOf: (given: Given) => string,
  valuesOf: (given: Given) => Record<string, unknown>,
): (given: Given) => FragmentSqlToken | Failure {
  const prepare = (given: Given) =>
    resultOrFailure(() => operation.sqlCall(check(operation.input, valuesOf(given))));
  return 'page' in operation.input.shape ? memoize(nameOf, prepare) : prepare;
}

/** The JSON of a read. Throws the failure of its input, or not_found if there is no row. */
export function answerOf(
  operation: ReadOperation,
  read: FragmentSqlToken | Failure,
  answer: string | null,
): string {
  if (read instanceof Failure) throw read;
  if (answer === null) throw missingRecord(operation);
  return answer;
}
