import { Worker } from 'node:worker_threads';

/** The answer of a process: the output or the error's message, and how much memory it holds then. */
export type ChildAnswer<Output> = ({ output: Output } | { error: string }) & { megabytes: number };

type Message<Input> = { megabytes: number } | { input: Input };

/**
 * Answers the inputs that the parent sends (limitedProcess.ts), one at a time. Ends with the parent: at once when the channel
 * to it closes, and by the thread that watches while native code keeps this one from noticing.
 */
export function answerParent<Input, Output>(answer: (input: Input) => Output | Promise<Output>): void {
  const isBusy = new Int32Array(new SharedArrayBuffer(4));
  const setBusy = (busy: number) => {
    Atomics.store(isBusy, 0, busy);
    Atomics.notify(isBusy, 0);
  };
  const outcome = async (input: Input) => {
    try {
      return { output: await answer(input) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  };
  // Signals go to all processes of a service. This one is needed until the parent has finished what it holds.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', async (message: Message<Input>) => {
    if ('megabytes' in message) {
      startWatching(isBusy, message.megabytes);
      return;
    }
    setBusy(1);
    const answered = await outcome(message.input);
    setBusy(0);
    process.send!({ ...answered, megabytes: process.memoryUsage.rss() / 1e6 } satisfies ChildAnswer<Output>);
  });
}

function startWatching(isBusy: Int32Array, megabytes: number): void {
  const watch = new Worker(new URL('./watchMemory.ts', import.meta.url), {
    workerData: { isBusy, megabytes, parent: process.ppid },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watch.unref();
}
