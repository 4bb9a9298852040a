import { ServiceError } from './serviceError.ts';

/** What only the operator can put right, such as a setting or the database; the message is the one line to print. */
export class StartError extends ServiceError {}
