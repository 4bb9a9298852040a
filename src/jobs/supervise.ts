import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../log.ts';
import type { JobRunner } from './runner.ts';

/** How long to wait before the next check of the database, and before a stopped runner is replaced, in ms. */
const restartMs = 1_000;

/**
 * Keeps one runner running until the process is stopped: if a runner stops by itself, it is replaced as soon as the
 * database is ready. Throws if the first one can't be started.
 */
export async function supervise(
  startRunner: () => Promise<JobRunner>,
  whyUnready: () => Promise<string | null>,
) {
  /** The runner that fetches jobs, and earlier ones that still finish theirs. */
  const runners = new Set<JobRunner>();
  let isStopping = false;
  const start = async (): Promise<JobRunner> => {
    const runner = await startRunner();
    runners.add(runner);
    void runner.stopped.then(() => runners.delete(runner));
    if (isStopping) void runner.stop();
    return runner;
  };
  /** Starts a runner once the database is ready. Until then it may be unreachable, empty, half restored or a copy. */
  const startWhenReady = async (): Promise<JobRunner | undefined> => {
    for (let logged = ''; !isStopping; await pause(restartMs)) {
      try {
        const reason = await whyUnready();
        if (reason === null) return await start();
        if (reason !== logged) log.warn({ reason }, 'waiting until the database is ready');
        logged = reason;
      } catch (error) {
        log.error({ err: error }, 'could not start a job runner');
      }
    }
    return undefined;
  };
  const first = await start();
  const work = async () => {
    for (let runner: JobRunner | undefined = first; runner; runner = await startWhenReady()) {
      await runner.stopping;
      if (!isStopping) log.warn('a job runner stopped by itself, starting another one');
    }
  };
  const working = work();
  return {
    isStopping: () => isStopping,
    held: () => [...runners].map(({ held }) => held),
    /** Settles when all runners have stopped. */
    stop: async (): Promise<void> => {
      isStopping = true;
      for (const runner of runners) void runner.stop();
      await working;
      await Promise.all([...runners].map(({ stopped }) => stopped));
    },
  };
}
