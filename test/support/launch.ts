import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { listen } from './listen.ts';
import { within } from './within.ts';

/** A process of the service, run as its users run it. */
export interface Launched {
  child: ChildProcess;
  /** Everything that it has printed, standard error last. */
  output(): string;
  /** Waits for a line that matches and answers its first group. Throws if the process ends before, or after `limitMs`, by default two minutes. */
  says(pattern: RegExp, limitMs?: number): Promise<string>;
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | string>;
}

const root = join(import.meta.dirname, '../..');

const { PATH = '', HOME = '/', NODE_COMPILE_CACHE } = process.env;

/** The variables that a process of the service finds on any machine, and where modules are kept that were compiled before. */
export const bareEnv: Record<string, string> = {
  PATH,
  HOME,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
};

/** Starts src/bin/<script>.ts of the service in a folder, with these variables and none of ours. It ends with the test at the latest. */
export function launch(
  t: Pick<ExecutionContext, 'teardown'>,
  script: string,
  env: Record<string, string>,
  from = root,
  ...args: string[]
): Launched {
  return launchCommand(
    t,
    script,
    env,
    [process.execPath, join(from, 'src/bin', `${script}.ts`), ...args],
    from,
  );
}

/** Starts a script by a command that does something before it, and then becomes it. */
export function launchCommand(
  t: Pick<ExecutionContext, 'teardown'>,
  script: string,
  env: Record<string, string>,
  [command, ...args]: string[],
  from = root,
): Launched {
  const child = spawn(command!, args, {
    cwd: from,
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', data => {
    printed.out += data;
  });
  child.stderr.on('data', data => {
    printed.err += data;
  });
  // What the operator's command prints is its answer to the operator, and not a log.
  if (script !== 'cli') {
    for (const stream of [child.stdout, child.stderr]) {
      const heard = listen(script);
      stream.on('data', heard).on('end', () => heard('\n'));
    }
  }
  t.teardown(() => child.kill('SIGKILL'));
  const output = () => printed.out + printed.err;
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  return {
    child,
    output,
    ended,
    says: (pattern, limitMs = 120_000) => {
      const said = new Promise<string>((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output());
          if (!match) return;
          for (const stream of [child.stdout, child.stderr]) stream.off('data', look);
          resolve(match[1] ?? match[0]);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        ended.then(status => reject(new Error(`ended with ${status}: ${output()}`)), reject);
        look();
      });
      return within(limitMs, said, () => `${script} has not said ${pattern}, but: ${output()}`);
    },
  };
}
