import { type ChildProcess, fork } from 'node:child_process';
import { LimitExceeded } from '../../errors/serviceError.ts';
import type { ChildAnswer } from './answerParent.ts';

/** The limits of a process. */
interface Limits {
  /** How long an input may take, in ms, the start of the process included. */
  ms: number;
  /** The most memory, resident, in MB. */
  megabytes: number;
  /** After an input the process ends if it holds more than this, in MB, so that one large input doesn't cost memory for good. */
  keptMegabytes: number;
  /** How long it waits for the next input before it ends, in ms. */
  idleMs: number;
}

/** The variables that a process inherits: those of the machine, none of which is a secret. */
const inherited = [
  'HOME',
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'NODE_COMPILE_CACHE',
  'NODE_V8_COVERAGE',
  'PATH',
  'TMPDIR',
  'XDG_DATA_HOME',
];

/** The signal by which a process ends itself when it takes too much memory (watchMemory.ts). No one else sends it. */
const tooMuchMemory = 'SIGUSR2';

/** How often an input is given to another process after one died for a reason of its own. */
const extraTries = 1;

/**
 * Work that native code does and that nothing else can interrupt, in a child process with limits, which is killed when it
 * passes one. It starts with the first input and stays for the next ones. It sees none of this process's secrets, and
 * never outlives it. It works on one input at a time, in the order of their arrival.
 */
export class LimitedProcess<Input, Output> {
  readonly #module: URL;
  readonly #limits: Limits;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  /** Settles when the inputs so far are answered. */
  #answered: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** `module`: the one that calls answerParent. */
  constructor(module: URL, limits: Limits, env: Readonly<Record<string, string>> = {}) {
    this.#module = module;
    this.#limits = limits;
    this.#env = env;
  }

  /** The id of the process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * The answer to an input. Throws LimitExceeded, or an error with the message of the one that the module threw. A process
   * that is killed by someone else is replaced, once.
   */
  run(input: Input): Promise<Output> {
    const answered = this.#answered.then(() => this.#answer(input));
    this.#answered = answered.catch(() => {});
    return answered;
  }

  async #answer(input: Input): Promise<Output> {
    clearTimeout(this.#idle);
    const deadline = AbortSignal.timeout(this.#limits.ms);
    for (let tries = 0; ; tries++) {
      const child = this.#running();
      const answer = await answerOf<Output>(child, input, deadline);
      if ('ended' in answer) {
        this.#end(child);
        if (deadline.aborted) throw new LimitExceeded(`It took longer than ${this.#limits.ms / 1000} s.`);
        if (answer.ended === tooMuchMemory || answer.ended === 'SIGABRT')
          throw new LimitExceeded(`It took more memory than ${this.#limits.megabytes} MB.`);
        if (tries < extraTries) continue;
        throw new Error(`The process ended (${answer.ended}).`);
      }
      this.#keep(child, answer.megabytes);
      if ('error' in answer) throw new Error(answer.error);
      return answer.output;
    }
  }

  #running(): ChildProcess {
    if (this.#child !== undefined) return this.#child;
    const { megabytes } = this.#limits;
    const env = Object.fromEntries(
      inherited.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const child = fork(this.#module, {
      // V8 may need more for a moment than the limit that is checked. It doesn't know how much native code holds for its objects,
      // and drops those of earlier inputs sooner if the young generation is small.
      execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=1'],
      env: { ...env, MALLOC_ARENA_MAX: '2', ...this.#env },
      serialization: 'advanced',
      // Its output would be no lines of the log.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Also while nothing waits for it: an error without a listener would end this process.
    child.on('error', () => this.#end(child)).on('exit', () => this.#end(child));
    child.send({ megabytes });
    this.#child = child;
    return child;
  }

  /** Keeps a process for the next input, unless it has grown. An idle one keeps no process from ending. */
  #keep(child: ChildProcess, megabytes: number): void {
    if (megabytes > this.#limits.keptMegabytes) {
      this.#end(child);
      return;
    }
    child.unref();
    child.channel?.unref();
    this.#idle = setTimeout(() => this.#end(child), this.#limits.idleMs).unref();
  }

  #end(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined;
    child.kill('SIGKILL');
  }
}

/** The answer of a process to an input, or how it ended. */
function answerOf<Output>(
  child: ChildProcess,
  input: unknown,
  deadline: AbortSignal,
): Promise<ChildAnswer<Output> | { ended: string }> {
  const { promise, resolve } = Promise.withResolvers<ChildAnswer<Output> | { ended: string }>();
  const onExit = (status: number | null, signal: string | null) =>
    resolve({ ended: signal ?? `status ${status}` });
  const onError = (error: Error) => resolve({ ended: error.message });
  const onTimeout = () => resolve({ ended: 'time' });
  child.ref();
  child.channel?.ref();
  child.on('message', resolve).on('exit', onExit).on('error', onError);
  deadline.addEventListener('abort', onTimeout);
  if (child.connected) child.send({ input }, error => error && onError(error));
  else if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  return promise.finally(() => {
    child.off('message', resolve).off('exit', onExit).off('error', onError);
    deadline.removeEventListener('abort', onTimeout);
  });
}
