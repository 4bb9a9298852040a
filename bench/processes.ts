import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Endings } from '../harness/endings.ts';
import { bareEnv, launchCommand } from '../test/support/launch.ts';
import { asService } from '../test/support/role.ts';
import { Connection } from './connection.ts';

/** A process that is measured. */
export interface MeasuredProcess {
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

/** The line of a process that listens. */
const listening = /"port":(\d+)/;

/** Starts the web process on a database, by the address for its owner. */
export const startWeb = async (
  endings: Endings,
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<MeasuredProcess> => {
  const all = { PORT: '0', DATABASE_URL: asService(databaseUrl), ...env };
  return start(endings, await scriptOf('web'), listening, all);
};

/** How many requests come before the measured ones, so that the connection uses its final plan for a prepared statement. */
export const warmUps = 12;

/**
 * Starts a web process with one connection to the database, so that measured requests use the one that was warmed up, and opens
 * a connection to it.
 */
export async function openOnly(endings: Endings, databaseUrl: string) {
  const web = await startWeb(endings, databaseUrl, { WEB_POOL_SIZE: '1' });
  const connection = await Connection.open(web.port);
  endings.add(() => connection.close());
  return { web, connection };
}

/** Starts the worker on a database, by the address for its owner, for receivers on this machine. */
export const startWorker = async (
  endings: Endings,
  databaseUrl: string,
  core?: number,
): Promise<MeasuredProcess> => {
  const env = { DATABASE_URL: asService(databaseUrl), WEBHOOK_ALLOW_PRIVATE: 'true' };
  return start(endings, await scriptOf('worker'), /worker is working/, env, core);
};

/** Starts a Node program that serves HTTP on a free port and prints the port as JSON. */
export const startServer = (
  endings: Endings,
  program: string,
  env: Record<string, string> = {},
  core?: number,
): Promise<MeasuredProcess> => start(endings, [process.execPath, program], listening, env, core);

const root = join(import.meta.dirname, '..');

/** The command that runs a process as the Procfile does. The shell becomes the process. */
async function scriptOf(name: 'web' | 'worker'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return ['sh', '-c', scripts[name]];
}

/** Starts a process, on one core only if that is given, and waits for a line of its output that says it is ready. */
async function start(
  endings: Endings,
  command: string[],
  ready: RegExp,
  env: Record<string, string>,
  core?: number,
): Promise<MeasuredProcess> {
  // The machine may have fewer cores.
  const hasIt = core !== undefined && core < availableParallelism();
  const where = hasIt ? ['taskset', '--cpu-list', `${core}`] : [];
  const { child, says, ended } = launchCommand(
    { teardown: end => endings.add(end) },
    command.at(-1)!,
    // Scripts run the Node that runs this.
    { ...env, PATH: `${dirname(process.execPath)}:${bareEnv.PATH}` },
    [...where, ...command],
    root,
  );
  const port = Number(await says(ready));
  // Reading what it logs would take time from what is measured.
  child.stdout!.removeAllListeners('data').resume();
  child.stderr!.removeAllListeners('data').pipe(process.stderr);
  const memory = async (field: string) => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  };
  return {
    port,
    cpuSeconds: async () => used(await statOf(child.pid!)),
    descriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    megabytes: () => memory('VmRSS'),
    peakMegabytes: () => memory('VmHWM'),
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

/** The unit in which Linux counts a process's time: ticks per second. */
const ticksPerSecond = 100;

/** The fields of /proc/<pid>/stat from the state (field 3) on; the name before them may contain spaces. */
const statOf = async (pid: number | string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');

/** utime and stime, in seconds; with `children` also those of children that have ended. */
const used = (stat: string[], children = false) =>
  stat.slice(11, children ? 15 : 13).reduce((total, ticks) => total + Number(ticks), 0) / ticksPerSecond;

/** The processor time in seconds of this process and of all that it started and that have ended. */
export const totalCpuSeconds = async (): Promise<number> => used(await statOf('self'), true);

/**
 * Returns a function that reads how much processor time a PostgreSQL on this machine has used so far, in seconds: all its
 * processes, those included that have ended.
 */
export async function databaseCpu(client: pg.Client): Promise<() => Promise<number>> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const [, postmaster] = await statOf(rows[0].pid).catch(() => {
    throw new Error('The processor time of PostgreSQL can be measured only on its own machine.');
  });
  return async () => {
    let seconds = used(await statOf(postmaster!), true);
    for (const pid of (await readdir('/proc')).filter(name => /^\d+$/.test(name))) {
      const stat = await statOf(pid).catch(() => null);
      if (stat !== null && stat[1] === postmaster) seconds += used(stat);
    }
    return seconds;
  };
}

/** The processor time that a process and those that it started have used so far, in seconds, those included that have ended. */
export async function treeCpu(root: number): Promise<number> {
  const names = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const stats = new Map<string, string[]>();
  for (const name of names) {
    const stat = await statOf(name).catch(() => null);
    if (stat !== null) stats.set(name, stat);
  }
  const isBelow = (pid: string): boolean =>
    pid === String(root) || (stats.has(pid) && isBelow(stats.get(pid)![1]!));
  return [...stats].reduce((sum, [pid, stat]) => (isBelow(pid) ? sum + used(stat, true) : sum), 0);
}
