import { workerData } from 'node:worker_threads';

// The thread that watches what its process holds while it answers an input. V8's own limits don't count what native code
// allocates, and `ulimit -v` counts address space, of which V8 reserves gigabytes that it never uses.

const { isBusy, megabytes, parent } = workerData as { isBusy: Int32Array; megabytes: number; parent: number };

/** How often the memory is read, in ms: native code can fill some 50 MB meanwhile. */
const everyMs = 15;

for (;;) {
  Atomics.wait(isBusy, 0, 0);
  Atomics.wait(isBusy, 0, 1, everyMs);
  // The signal is that of limitedProcess.ts. A process whose parent was killed belongs to another one.
  if (process.memoryUsage.rss() > megabytes * 1e6) process.kill(process.pid, 'SIGUSR2');
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
