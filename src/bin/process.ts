import { type Config, checkProduction, readConfig } from '../config.ts';
import { startErrorMessage } from '../errors/translate.ts';
import { dropLog, log } from '../log.ts';

/**
 * How long, in ms, a process may take to stop, the writing of its log included. What is not finished by then is cut off,
 * because Heroku kills a process 30 s after SIGTERM.
 */
const shutdownMs = 23_000;
/** How long a process that is cut off or has failed waits for the reader of its log, in ms. */
const logMs = 5_000;

/** Brings a process up and answers how to stop it. `stopping` is aborted when the process is told to stop. */
type Start = (config: Config, stopping: AbortSignal) => Promise<() => Promise<void>>;

/**
 * Runs a process. SIGTERM, SIGINT or SIGHUP stops it: what is in flight is finished, exit status 0. What keeps it from starting
 * is one line on standard error, status 1. A fault of ours that nothing caught, at the start or later, is a line of the
 * log, status 1.
 */
export async function run(start: Start): Promise<void> {
  endOnFaults();
  try {
    const config = readConfig();
    log.level = config.logLevel;
    checkProduction(config);
    const stopping = new AbortController();
    const started = start(config, stopping.signal).catch(error => {
      // A start that only waited has nothing to stop.
      if (!stopping.signal.aborted || error !== stopping.signal.reason) throw error;
      return async () => {};
    });
    const shutDown = async (signal: unknown) => {
      log.info({ signal }, 'stopping');
      stopping.abort();
      const exit = () => process.exit(0);
      setTimeout(() => onceLogged(exit, logMs), shutdownMs).unref();
      await started.then(stop => stop()).catch(error => log.error({ err: error }, 'shutdown failed'));
      onceLogged(exit);
    };
    void stopSignal().then(shutDown);
    await started;
  } catch (error) {
    fail(error);
  }
}

/**
 * Settles at the first SIGTERM, SIGINT or SIGHUP (from a terminal that is closed), and keeps those that follow from ending
 * the process: a signal to the whole dyno or terminal comes twice, because npm, which got it too, passes it on.
 */
export const stopSignal = () =>
  new Promise(resolve => process.on('SIGTERM', resolve).on('SIGINT', resolve).on('SIGHUP', resolve));

/** Has an exception or a rejection that nothing handles end the process as `fail` does. */
export function endOnFaults(): void {
  // A rejection needs its own listener: as an exception Node would wrap it in an error that quotes it.
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
}

let isFailing = false;

/**
 * Ends the process with status 1: with one line on standard error if the cause is known, else with a line of the log,
 * which leaves out what the error quotes of statements and rows. Faults that follow are not reported.
 */
export function fail(error: unknown): void {
  if (isFailing) return;
  isFailing = true;
  const line = startErrorMessage(error);
  const err = asError(error);
  onceLogged(isWritten => {
    if (line !== null) console.error(line);
    else if (isWritten) log.fatal({ err }, 'the process ends because of a fault');
    else console.error(`The process ends because of a fault (${err.name}), and its log can't be written.`);
    process.exit(1);
  }, logMs);
}

/**
 * Calls `end` when the log is written: a process that exits during a write loses the lines of that write. If the write
 * fails, or takes longer than `waitMs`, the lines that are not written yet are dropped, because the exit would wait for them.
 */
function onceLogged(end: (isWritten: boolean) => void, waitMs?: number): void {
  const drop = () => {
    dropLog();
    end(false);
  };
  // The first flush waits for the write in progress, the second one writes the lines that came during it. A flush
  // also asks for the lines to be on the disk (fsync), which fails where the log is a pipe.
  log.flush(() =>
    log.flush((error?: NodeJS.ErrnoException) => (error && error.syscall !== 'fsync' ? drop() : end(true))),
  );
  if (waitMs !== undefined) setTimeout(drop, waitMs);
}

/** The thrown error; for a value that isn't an error only its type, because it may contain anything. */
const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`A value of type ${typeof thrown} was thrown.`);
