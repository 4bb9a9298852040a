import { type Config, readConfig, StartError } from './config.ts';
import { log } from './log.ts';

/** Heroku kills 30 s after SIGTERM; what is not finished by then is cut off here, in good order. */
const shutdownMs = 23_000;

/**
 * Runs a process: `start` brings it up and answers how to stop it. SIGTERM or SIGINT stops it: what is in
 * flight is finished, exit status 0. What keeps it from starting is one line on standard error, status 1.
 */
export async function run(start: (config: Config) => Promise<() => Promise<void>>): Promise<void> {
  try {
    const started = start(readConfig());
    let asked = false;
    const shutDown = async () => {
      // A signal to the whole dyno or terminal comes twice: npm, which got it too, passes it on.
      if (asked) return;
      asked = true;
      setTimeout(() => process.exit(0), shutdownMs).unref();
      await started.then(stop => stop()).catch(error => log.error({ err: error }, 'shutdown failed'));
      process.exit(0);
    };
    process.on('SIGTERM', shutDown).on('SIGINT', shutDown);
    await started;
  } catch (error) {
    fail(error);
  }
}

/** Ends the process with one line on standard error where the cause is known, and with everything where it is not. */
export function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
