import { Failure } from './failure.ts';

/** The result of some work, or the Failure that it throws. */
export function resultOrFailure<Result>(work: () => Result): Result | Failure {
  try {
    return work();
  } catch (error) {
    return failureOf(error);
  }
}

/** An error that is a Failure. Throws any other. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
