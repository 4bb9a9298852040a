import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { leakScanner } from './leakScanner.ts';
import { root } from './root.ts';
import { within } from './within.ts';

/** A process of the service, started as in production. */
export interface Launched {
  child: ChildProcess;
  /** Its standard output so far, followed by its standard error. */
  output(): string;
  /**
   * Waits until the output matches, and returns the first group. Throws if the process ends before that, or after
   * `limitMs`, by default two minutes.
   */
  says(pattern: RegExp, limitMs?: number): Promise<string>;
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | string>;
}

const { PATH = '', HOME = '/', NODE_COMPILE_CACHE, CORKBOARD_CHECK_ROWS } = process.env;

/** The environment variables that exist on any machine, the cache of compiled modules, and whether rows are checked. */
export const bareEnv: Record<string, string> = {
  PATH,
  HOME,
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  ...(CORKBOARD_CHECK_ROWS && { CORKBOARD_CHECK_ROWS }),
};

/**
 * Starts src/bin/<script>.ts in a folder, with these environment variables and `bareEnv`. The process ends with the
 * test at the latest.
 */
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

/** Like launch, but with a command that becomes the script or, if it is the first of a group of processes, starts it. */
export function launchCommand(
  t: Pick<ExecutionContext, 'teardown'>,
  script: string,
  env: Record<string, string>,
  [command, ...args]: string[],
  from = root,
  isGroup = false,
): Launched {
  const child = spawn(command!, args, {
    cwd: from,
    env: { ...bareEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', data => {
    printed.out += data;
  });
  child.stderr.on('data', data => {
    printed.err += data;
  });
  // The output of the operator's command is for the operator. It isn't a log, and may contain secrets.
  if (script !== 'cli') {
    for (const stream of [child.stdout, child.stderr]) {
      const scan = leakScanner(script);
      stream.on('data', scan).on('end', () => scan('\n'));
    }
  }
  t.teardown(() => {
    if (isGroup && child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
    else child.kill('SIGKILL');
  });
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
