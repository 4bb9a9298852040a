import { setTimeout as pause } from 'node:timers/promises';
import { type Launched, launch } from '../test/support/launch.ts';

export type Script = 'web' | 'worker';

/** The output of a process that has started. Web's includes its port. */
const readyPatterns = { web: /"port":(\d+)/, worker: /worker is working/ };
/** How long Heroku waits after SIGTERM, in ms. */
const shutdownMs = 30_000;
/** The pause before a process that ended by itself is restarted, in ms. It may have started without a database. */
const restartMs = 500;

/** One run of a process. */
interface Run extends Launched {
  /** Its output when it had started: for web the port. Null until then. */
  said: string | null;
  /** Settles when this run gets a signal, with the pause in ms until the next run. */
  ending: PromiseWithResolvers<number>;
  isEnding: boolean;
}

/** A process of the service that is always restarted, as on hosting platforms. */
export class Process {
  readonly name: string;
  /** The errors of the process: it ended by itself after it had started, or did not stop properly on SIGTERM. */
  readonly errors: string[] = [];
  readonly script: Script;
  readonly #env: Record<string, string>;
  readonly #runs: Run[] = [];
  #over = false;

  constructor(script: Script, number: number, env: Record<string, string>) {
    this.name = `${script} ${number}`;
    this.script = script;
    this.#env = env;
    void this.#keep();
  }

  /** The port of a web process; null while it is not serving. */
  get port(): string | null {
    const { said, isEnding } = this.#run;
    return isEnding ? null : said;
  }

  /** Whether it is running and accepts work. */
  get isReady(): boolean {
    return this.#run.said !== null && !this.#run.isEnding;
  }

  /** The output of all its runs. */
  get output(): string {
    return this.#runs.map(run => run.output()).join('');
  }

  /** Kills it, and restarts it after `downMs`. */
  kill(downMs: number): void {
    this.#signal(this.#run, 'SIGKILL', downMs);
  }

  /** Sends SIGTERM and starts the next run at once, while this one finishes its work. */
  async terminate(): Promise<void> {
    const run = this.#run;
    if (!this.#signal(run, 'SIGTERM', 0)) return;
    const status = await Promise.race([run.ended, pause(shutdownMs, null, { ref: false })]);
    run.child.kill('SIGKILL');
    // A run that had not started yet may end with any status.
    if (run.said === null || status === 0 || this.#over) return;
    this.errors.push(
      status === null
        ? `did not end within ${shutdownMs / 1000} s of SIGTERM`
        : `ended with ${status} on SIGTERM`,
    );
  }

  /** Ends it without restarting it. */
  async end(): Promise<void> {
    this.#over = true;
    for (const { child } of this.#runs) child.kill('SIGKILL');
    await Promise.all(this.#runs.map(({ ended }) => ended));
  }

  get #run(): Run {
    return this.#runs.at(-1)!;
  }

  /** Sends a signal to a run, unless it was already sent one. Returns whether it was sent. */
  #signal(run: Run, signal: NodeJS.Signals, downMs: number): boolean {
    if (run.isEnding) return false;
    run.isEnding = true;
    run.ending.resolve(downMs);
    return run.child.kill(signal);
  }

  async #keep(): Promise<void> {
    while (!this.#over) {
      const run = this.#start();
      await pause(await Promise.race([run.ending.promise, this.#endedByItself(run)]));
    }
  }

  #start(): Run {
    const launched = launch({ teardown: end => void process.once('exit', end) }, this.script, this.#env);
    const run: Run = { ...launched, said: null, ending: Promise.withResolvers(), isEnding: false };
    this.#runs.push(run);
    const began = (said: string) => {
      run.said = said;
    };
    // A process may wait for a database that is down. Only the time limit of the whole chaos run applies.
    launched.says(readyPatterns[this.script], 3_600_000).then(began, () => {});
    return run;
  }

  async #endedByItself(run: Run): Promise<number> {
    const status = await run.ended;
    if (run.said !== null && !run.isEnding && !this.#over) this.errors.push(`ended by itself with ${status}`);
    run.isEnding = true;
    return restartMs;
  }
}
