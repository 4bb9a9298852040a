import { type Config, readConfig } from './config.ts';
import { log } from './log.ts';
import { StartError } from './startError.ts';

/** Heroku kills 30 s after SIGTERM; what is not finished by then is cut off here, in good order. */
const shutdownMs = 23_000;

/**
 * Runs a process: `start` brings it up and answers how to stop it. SIGTERM or SIGINT stops it: what is in
 * flight is finished, exit status 0. What keeps it from starting is one line on standard error, status 1.
 */
export async function run(start: (config: Config) => Promise<() => Promise<void>>): Promise<void> {
  try {
    const config = readConfig();
    log.level = config.logLevel;
    const started = start(config);
    const shutDown = async () => {
      setTimeout(() => process.exit(0), shutdownMs).unref();
      await started.then(stop => stop()).catch(error => log.error({ err: error }, 'shutdown failed'));
      process.exit(0);
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

/** Ends the process with one line on standard error where the cause is known, and with everything where it is not. */
export function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
