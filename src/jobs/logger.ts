import { Logger } from 'graphile-worker';
import { log } from '../log.ts';

/**
 * The level at which each of graphile-worker's messages is logged: those about single jobs matter only for debugging.
 */
const writtenAs = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** The metadata of a graphile-worker message, as far as it is used here. */
interface Beside {
  error?: unknown;
  fatalError?: unknown;
  job?: { id: string };
  jobs?: { id: string }[];
}

/** Makes graphile-worker write to the log. Errors contain the message and the ids of the jobs, never their payloads. */
export const logger = new Logger(scope => (level, message, beside = {}) => {
  // This advice doesn't apply here: jobs hold a connection only briefly, and need not all be fetched at once.
  if (message.includes('maxPoolSize') || message.includes('job batch size')) return;
  const written = writtenAs[level];
  if (!log.isLevelEnabled(written)) return;
  if (level !== 'error') return log[written](scope, message);
  const { error, fatalError, job, jobs = job ? [job] : [] } = beside as Beside;
  // The rest of the message repeats the error's message, which may quote a payload, and its stack.
  const [what] = message.split(/ with error |\n/);
  log.error({ ...scope, err: error ?? fatalError, jobs: jobs.map(({ id }) => id) }, what);
});
