import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaksIn } from './leaks.ts';

/**
 * The environment variable that names the file to which all processes of a run write leaks. The run reads it at the
 * end.
 */
const leaksFile = 'CORKBOARD_TEST_LEAKS';

/** The test file of this process, which is written with each leak. */
let where = 'a test';

/** Sets the test file that this process runs. */
export const nameTestFile = (file: string) => {
  where = file;
};

/**
 * Returns a function that scans the output of a source, in pieces that may end anywhere, and writes every line that
 * leaks something to the leaks file. Outside of a test run, where there is no such file, it writes nothing.
 */
export function leakScanner(source: string): (piece: Uint8Array | string) => void {
  const decoder = new TextDecoder();
  let begun = '';
  return piece => {
    const lines = (
      begun + (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }))
    ).split('\n');
    begun = lines.pop()!;
    for (const line of lines) for (const what of leaksIn(line)) note(source, what, line);
  };
}

function note(source: string, what: string, line: string): void {
  const file = process.env[leaksFile];
  if (file) appendFileSync(file, `${source}, ${where}: ${what}\n    ${line}\n`);
}

/**
 * Runs a function with the environment variables that make its processes write leaks. Returns the function's exit
 * status if there are no leaks. Otherwise prints them and returns 1.
 */
export async function failOnLeaks(
  run: (leakEnv: Record<string, string>) => Promise<number>,
  say: (leaks: string) => void = console.error,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-leaks-'));
  const file = join(folder, 'leaks');
  try {
    const status = await run({ [leaksFile]: file });
    const leaks = await readFile(file, 'utf8').catch(() => '');
    if (leaks === '') return status;
    say(`These lines of logs contain secrets or private data (test/support/leaks.ts):\n\n${leaks}`);
    return 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}
