import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { blocks, pages } from './readme.ts';
import { within } from './within.ts';

/** A running program of docs/integrators.md. */
export interface RecipeRun {
  child: ChildProcess;
  /** Its exit status, or the signal that ended it, and its standard error. */
  ended: Promise<{ status: number | string; errors: string }>;
}

/** Creates a folder with the programs of docs/integrators.md. It is removed after the test. */
export async function recipeFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-recipes-'));
  t.teardown(() => rm(folder, { recursive: true }));
  for (const code of blocks('js', '', pages['docs/integrators.md'])) {
    const [, name] = /^\/\/ (\w+\.mjs)\n/.exec(code)!;
    await writeFile(join(folder, name!), code);
  }
  return folder;
}

/** Starts one of these programs. It is stopped after the test at the latest. */
export function runRecipe(
  t: ExecutionContext,
  folder: string,
  name: string,
  { baseUrl, key }: { baseUrl: string; key: string },
): RecipeRun {
  const child = spawn(process.execPath, [name], {
    cwd: folder,
    env: { CORKBOARD_URL: baseUrl, CORKBOARD_KEY: key },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', piece => (errors += piece));
  const closed = once(child, 'close').then(([code, signal]) => ({ status: code ?? signal, errors }));
  return { child, ended: within(120_000, closed, () => `${name} did not end: ${errors}`) };
}
