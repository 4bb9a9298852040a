import type { FragmentSqlToken } from 'slonik';
import { check } from '../admission/check.ts';
import { Failure } from '../failure.ts';
import type { Read } from '../operations/define.ts';

/**
 * A read's SQL, or what is wrong with its input. The input is looked at first, so that the answer can ride
 * in admission's round trip; what is wrong with it is said only to those who were let in.
 */
export function prepareRead(
  operation: Read,
  values: () => Record<string, unknown>,
): FragmentSqlToken | Failure {
  try {
    return operation.does(check(operation.input, values()));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** The JSON that a read answered. Throws what was wrong with its input, and not_found where it found nothing. */
export function answerOf(read: FragmentSqlToken | Failure, answer: string | null): string {
  if (read instanceof Failure) throw read;
  if (answer === null) throw notFound();
  return answer;
}

/** A read of a record that is not there, or in another workspace: the answer is the same. */
export const notFound = () => new Failure('not_found', 'No record with this id in this workspace.');
