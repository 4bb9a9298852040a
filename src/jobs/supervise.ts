import { setTimeout as pause } from 'node:timers/promises';
import { log } from '../log.ts';
import type { JobRunner } from './runner.ts';

/** How long to wait before the next look at the database, and before another runner takes the place of one that stopped, in ms. */
const restartMs = 1_000;

/**
 * Keeps one runner at work in a process, until the process is told to stop: when a runner stops by itself, another takes
 * its place as soon as the database is ready. Throws if the first one cannot be started.
 */
export async function supervise(
  startRunner: () => Promise<JobRunner>,
  whyUnready: () => Promise<string | null>,
) {
  /** The one that takes jobs, and those before it that still finish some. */
  const runners = new Set<JobRunner>();
  let isStopping = false;
  const start = async (): Promise<JobRunner> => {
    const runner = await startRunner();
    runners.add(runner);
    void runner.stopped.then(() => runners.delete(runner));
    if (isStopping) void runner.stop();
    return runner;
  };
  /** Starts a runner once the database is there and ready: until then it may be empty, half restored or a copy. */
  const startWhenReady = async (): Promise<JobRunner | undefined> => {
    for (let logged = ''; !isStopping; await pause(restartMs)) {
      try {
        const reason = await whyUnready();
        if (reason === null) return await start();
        if (reason !== logged) log.warn({ reason }, 'jobs wait until the database is ready');
        logged = reason;
      } catch (error) {
        log.error({ err: error }, 'a job runner could not be started');
      }
    }
    return undefined;
  };
  const first = await start();
  const work = async () => {
    for (let runner: JobRunner | undefined = first; runner; runner = await startWhenReady()) {
      await runner.stopping;
      if (!isStopping) log.warn('a job runner stopped by itself: another takes its place');
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
