import { type Config, readConfig } from './config.ts';
import { lineOf } from './errors.ts';
import { log } from './log.ts';

/** Heroku kills 30 s after SIGTERM; what is not finished by then is cut off here, in good order. */
const shutdownMs = 23_000;
/** How long the end of a process waits for a slow reader of its log, in ms. */
const logMs = 1_000;

/**
 * Runs a process: `start` brings it up and answers how to stop it. SIGTERM or SIGINT stops it: what is in
 * flight is finished, exit status 0. What keeps it from starting is one line on standard error, status 1. A fault of
 * ours that nobody caught, at the start or later, is a line of the log, status 1.
 */
export async function run(start: (config: Config) => Promise<() => Promise<void>>): Promise<void> {
  endOnFaults();
  try {
    const config = readConfig();
    log.level = config.logLevel;
    const started = start(config);
    const shutDown = async () => {
      setTimeout(() => process.exit(0), shutdownMs).unref();
      await started.then(stop => stop()).catch(error => log.error({ err: error }, 'shutdown failed'));
      onceLogged(() => process.exit(0));
    };
    void stopSignal().then(shutDown);
    await started;
  } catch (error) {
    fail(error);
  }
}

/**
 * Settles at the first SIGTERM or SIGINT, and keeps those that follow from ending the process: a signal to the
 * whole dyno or terminal comes twice, because npm, which got it too, passes it on.
 */
export const stopSignal = () => new Promise(resolve => process.on('SIGTERM', resolve).on('SIGINT', resolve));

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
  onceLogged(() => {
    const line = lineOf(error);
    if (line !== null) console.error(line);
    else log.fatal({ err: asError(error) }, 'the process ends because of a fault');
    process.exit(1);
  });
}

/** Calls `end` when the log's last write has ended: a process that exits during a write loses its lines. */
function onceLogged(end: () => void): void {
  setTimeout(end, logMs);
  log.flush(end);
}

/** What was thrown; of a value that is no error only the type, because nobody knows what is in it. */
const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(`A value of type ${typeof thrown} was thrown.`);
