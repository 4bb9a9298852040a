import { Failure } from './failure.ts';

/** The result of some work, or the Failure that it throws. */
export function resultOrFailure<Result>(work: () => Result): Result | Failure {
  try {
    return work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
