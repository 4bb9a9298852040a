import { ServiceError } from './serviceError.ts';

/** A problem that only the operator can fix, such as a wrong setting. The message is the one line to print. */
export class StartError extends ServiceError {}
