import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** The unit in which Linux counts a process's time: ticks per second. */
export const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat from the state (field 3) on; the name before them may contain spaces. */
export const statOf = async (pid: number | string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');

/** A server that is measured, in a separate process. */
export interface MeasuredServer {
  port: number;
  /** The processor time that it has used so far. */
  cpuSeconds(): Promise<number>;
  /** The memory that it holds (resident). */
  megabytes(): Promise<number>;
  /** The most memory it has held so far (resident). */
  peakMegabytes(): Promise<number>;
  /** The number of its open files and connections. */
  descriptors(): Promise<number>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** The command that runs a process as the Procfile does. The shell becomes the process. */
async function scriptOf(name: 'web' | 'worker'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return ['sh', '-c', scripts[name]];
}

/** Starts the web process on a database, as the role in its address. */
export const startWeb = async (
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<MeasuredServer> =>
  startProcess(await scriptOf('web'), listening, { PORT: '0', DATABASE_URL: databaseUrl, ...env });

/** Starts the worker on a database, for receivers on this machine. */
export const startWorker = async (
  databaseUrl: string,
  core?: number,
  env: Record<string, string> = {},
): Promise<MeasuredServer> =>
  startProcess(
    await scriptOf('worker'),
    /worker is working/,
    { DATABASE_URL: databaseUrl, WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
    core,
  );

/** Starts a Node process that serves HTTP on a free port and prints the port as JSON. */
export const startServer = (
  args: string[],
  env: Record<string, string>,
  core?: number,
): Promise<MeasuredServer> =>
  startProcess([process.execPath, ...args], listening, { PORT: '0', ...env }, core);

/** The line of a server that listens. */
const listening = /"port":/;

/** Starts a process, on one core only if that is given, and waits for a line of its output, in JSON, that says it is ready. */
async function startProcess(
  asked: string[],
  ready: RegExp,
  env: Record<string, string>,
  core?: number,
): Promise<MeasuredServer> {
  // The machine may have fewer cores.
  const hasIt = core !== undefined && core < availableParallelism();
  const where = hasIt ? ['taskset', '--cpu-list', `${core}`] : [];
  const [command, ...rest] = [...where, ...asked];
  const child = spawn(command!, rest, {
    cwd: root,
    // Scripts run the Node that runs this.
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  const memory = async (field: string) => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  };
  for await (const line of createInterface(child.stdout)) {
    if (!ready.test(line)) continue;
    child.stdout.resume();
    return {
      port: JSON.parse(line).port,
      stop,
      cpuSeconds: async () => {
        // utime and stime.
        const fields = await statOf(child.pid!);
        return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
      },
      descriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
      megabytes: () => memory('VmRSS'),
      peakMegabytes: () => memory('VmHWM'),
    };
  }
  throw new Error(`${asked.at(-1)} does not start.`);
}
