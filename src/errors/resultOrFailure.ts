import { Failure } from './failure.ts';

/** What some work returns, or the Failure that it throws. */
export function resultOrFailure<Result>(work: () => Result): Result | Failure {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
