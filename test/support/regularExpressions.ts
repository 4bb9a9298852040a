import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.ts';

// The regular expressions of the service, and whether each takes linear time.

/** Those that were found to take linear time, one on a line. `npm run expressions` writes it. */
export const linearFile = join(root, 'test/lint/linearExpressions.txt');

/**
 * A literal: a slash that begins an expression, after a sign or `return` as the formatter writes them. It guards against habits,
 * and not against cunning.
 */
const literal =
  /(?<=(?:[=(,:[!&|?{;>]|\breturn)\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)(?=[\s.,;)\]:])/g;

/** The expressions of the service that repeat something, as literals, each with a file that has it. */
export async function expressions(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const folders = ['src', 'tasks'];
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  );
  for (const file of files.filter(file => /\.(?:ts|js)$/.test(file)).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    const made = /^(?:export )?const .*\bnew RegExp\(/m.test(text) ? await madeBy(file) : [];
    const literals = [...text.matchAll(literal)].map(([, source, flags]) => `/${source}/${flags}`);
    for (const one of [...literals, ...made]) if (/[*+]|\{\d+,\d*\}/.test(one)) found.set(one, file);
  }
  return found;
}

/** What a module makes when it is loaded, of texts that say what the parts are. What it imports is loaded before. */
async function madeBy(file: string): Promise<string[]> {
  const address = pathToFileURL(join(root, file)).href;
  await import(address);
  const made: string[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      const expression = Reflect.construct(target, args);
      // Other tests that run meanwhile make some, too.
      if (new Error().stack?.includes(`${file}?again`)) made.push(String(expression));
      return expression;
    },
  });
  try {
    await import(`${address}?again`);
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** Those of some expressions that may take more than linear time, or of which that can't be told. */
export async function notLinear(all: Iterable<string>): Promise<string[]> {
  process.env.RECHECK_BACKEND = hasNative() ? 'native' : 'pure';
  const { check } = await import('recheck');
  const found: string[] = [];
  for (const one of all) {
    const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(one)!;
    const { status } = await check(source!, flags!, { timeout: 30_000 });
    if (status !== 'safe') found.push(one);
  }
  return found;
}

function hasNative(): boolean {
  try {
    createRequire(import.meta.resolve('recheck')).resolve('recheck-linux-x64/package.json');
    return true;
  } catch {
    return false;
  }
}
