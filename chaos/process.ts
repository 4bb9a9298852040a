import { setTimeout as pause } from 'node:timers/promises';
import { type Launched, launch } from '../test/support/launch.ts';

export type Script = 'web' | 'worker';

/** What a process prints when it has started; web prints its port with it. */
const works = { web: /"port":(\d+)/, worker: /worker is working/ };
/** How long Heroku waits after SIGTERM, in ms. */
const farewellMs = 30_000;
/** How soon a process that ended by itself is started again, in ms: it may have started without a database. */
const againMs = 500;

/** One run of a process. */
interface Run extends Launched {
  /** What it printed when it had started: for web its port. Null until then. */
  said: string | null;
  /** Settles when this run is told to end, with the pause in ms until the next run. */
  told: PromiseWithResolvers<number>;
  isTold: boolean;
}

/** A process of the service that is always started again, as platforms do. */
export class Process {
  readonly name: string;
  /** Errors of the process: it ended by itself after it had started, or did not end in order when it was told to. */
  readonly misdeeds: string[] = [];
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

  /** The port of a web process that answers; null while it does not. */
  get port(): string | null {
    const { said, isTold } = this.#run;
    return isTold ? null : said;
  }

  /** Whether it is up and takes work. */
  get isReady(): boolean {
    return this.#run.said !== null && !this.#run.isTold;
  }

  /** All that its runs printed. */
  get output(): string {
    return this.#runs.map(run => run.output()).join('');
  }

  /** Kills it, and starts it again after `downMs`. */
  kill(downMs: number): void {
    this.#tell(this.#run, 'SIGKILL', downMs);
  }

  /** Sends SIGTERM and starts the next run at once, while this one finishes its work. */
  async terminate(): Promise<void> {
    const run = this.#run;
    if (!this.#tell(run, 'SIGTERM', 0)) return;
    const status = await Promise.race([run.ended, pause(farewellMs, null, { ref: false })]);
    run.child.kill('SIGKILL');
    // A run that had not started yet may end with any status.
    if (run.said === null || status === 0 || this.#over) return;
    this.misdeeds.push(
      status === null
        ? `did not end within ${farewellMs / 1000} s of SIGTERM`
        : `ended with ${status} on SIGTERM`,
    );
  }

  /** Ends it without a next run. */
  async end(): Promise<void> {
    this.#over = true;
    for (const { child } of this.#runs) child.kill('SIGKILL');
    await Promise.all(this.#runs.map(({ ended }) => ended));
  }

  get #run(): Run {
    return this.#runs.at(-1)!;
  }

  /** Sends a signal to a run that was not sent one before. Returns whether it was sent. */
  #tell(run: Run, signal: NodeJS.Signals, downMs: number): boolean {
    if (run.isTold) return false;
    run.isTold = true;
    run.told.resolve(downMs);
    return run.child.kill(signal);
  }

  async #keep(): Promise<void> {
    while (!this.#over) {
      const run = this.#start();
      await pause(await Promise.race([run.told.promise, this.#endedByItself(run)]));
    }
  }

  #start(): Run {
    const launched = launch({ teardown: end => void process.once('exit', end) }, this.script, this.#env);
    const run: Run = { ...launched, said: null, told: Promise.withResolvers(), isTold: false };
    this.#runs.push(run);
    const began = (said: string) => {
      run.said = said;
    };
    // A run may wait for a database that is away; how long that may take is for the whole run to say.
    launched.says(works[this.script], 3_600_000).then(began, () => {});
    return run;
  }

  async #endedByItself(run: Run): Promise<number> {
    const status = await run.ended;
    if (run.said !== null && !run.isTold && !this.#over) this.misdeeds.push(`ended by itself with ${status}`);
    run.isTold = true;
    return againMs;
  }
}
