import { Logger } from 'graphile-worker';
import { log } from '../log.ts';

/** What graphile-worker tells of every job is of interest only to whoever looks for a fault. */
const writtenAs = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;

/** What graphile-worker may tell beside an error's message, as far as it is of use here. */
interface Beside {
  error?: unknown;
  fatalError?: unknown;
  job?: { id: string };
  jobs?: { id: string }[];
}

/** Has graphile-worker write to the log: of errors what happened, and to which jobs, but never what is in them. */
export const logger = new Logger(scope => (level, message, beside = {}) => {
  // It would have a connection for each job; ours hold one only for moments. Nor need all of them be fetched at once.
  if (message.includes('maxPoolSize') || message.includes('job batch size')) return;
  const written = writtenAs[level];
  if (!log.isLevelEnabled(written)) return;
  if (level !== 'error') return log[written](scope, message);
  const { error, fatalError, job, jobs = job ? [job] : [] } = beside as Beside;
  // What it goes on with is the error's own message, which may quote a payload, and its stack.
  const [what] = message.split(/ with error |\n/);
  log.error({ ...scope, err: error ?? fatalError, jobs: jobs.map(({ id }) => id) }, what);
});
