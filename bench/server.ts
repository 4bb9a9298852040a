import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The unit in which Linux counts a process's time: ticks per second. */
const ticksPerSecond = 100;

/** A server under measurement, in a process of its own. */
export interface MeasuredServer {
  port: number;
  /** Processor time it has used so far. */
  cpuSeconds(): Promise<number>;
  /** The most memory it has held so far (resident). */
  peakMegabytes(): Promise<number>;
  /** How many files and connections it has open. */
  descriptors(): Promise<number>;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** A process as the Procfile runs it: what follows `node` in its script, and the variables that stand before. */
async function scriptOf(name: 'web' | 'worker'): Promise<{ args: string[]; env: Record<string, string> }> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const [, before, after] = /^(.*?)(?:exec )?\bnode (.*)$/.exec(scripts[name])!;
  const env = [...before!.matchAll(/(\w+)=(\S+)/g)].map(([, variable, value]) => [variable!, value!]);
  return { args: after!.split(' '), env: Object.fromEntries(env) };
}

/** Starts the web process on a database, as the role in its address. */
export const startWeb = async (
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<MeasuredServer> => {
  const script = await scriptOf('web');
  return startServer(script.args, { ...script.env, DATABASE_URL: databaseUrl, ...env });
};

/** Starts the worker on a database, for receivers on this machine. */
export const startWorker = async (
  databaseUrl: string,
  core?: number,
  env: Record<string, string> = {},
): Promise<MeasuredServer> => {
  const script = await scriptOf('worker');
  return startProcess(
    script.args,
    /worker is working/,
    { ...script.env, DATABASE_URL: databaseUrl, WEBHOOK_ALLOW_PRIVATE: 'true', ...env },
    core,
  );
};

/** Starts a Node process that serves HTTP on any free port and says which in a line of JSON. */
export const startServer = (
  args: string[],
  env: Record<string, string>,
  core?: number,
): Promise<MeasuredServer> => startProcess(args, /"port":/, { PORT: '0', ...env }, core);

/** Starts a Node process, on one core only if that is given, and waits for a line of its output, in JSON, that says it is ready. */
async function startProcess(
  args: string[],
  ready: RegExp,
  env: Record<string, string>,
  core?: number,
): Promise<MeasuredServer> {
  // The machine may have fewer cores.
  const hasIt = core !== undefined && core < availableParallelism();
  const where = hasIt ? ['taskset', '--cpu-list', `${core}`] : [];
  const [command, ...rest] = [...where, process.execPath, ...args];
  const child = spawn(command!, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  process.once('exit', () => child.kill());
  const proc = (file: string) => readFile(`/proc/${child.pid}/${file}`, 'utf8');
  for await (const line of createInterface(child.stdout)) {
    if (!ready.test(line)) continue;
    child.stdout.resume();
    return {
      port: JSON.parse(line).port,
      stop,
      cpuSeconds: async () => {
        // The fields after the process's name, which may contain spaces: state is field 3, utime 14, stime 15.
        const fields = (await proc('stat')).replace(/^.*\) /s, '').split(' ');
        return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
      },
      descriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
      peakMegabytes: async () => Number(/VmHWM:\s+(\d+) kB/.exec(await proc('status'))![1]) / 1024,
    };
  }
  throw new Error(`${args.at(-1)} does not start.`);
}
