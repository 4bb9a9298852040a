import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaksIn } from './leaks.ts';

/** The variable that names the file in which all processes of a run note leaks; the run reads it at its end. */
const leaksFile = 'CORKBOARD_TEST_LEAKS';

/** The test file of this process, to be named with a leak. */
let where = 'a test';

/** Says which test file this process runs. */
export const nameListener = (file: string) => {
  where = file;
};

/**
 * A function that is given what a source prints, in pieces that may end anywhere. It notes every line that contains
 * what no log may contain. Outside of a test run, where the notes wouldn't be read, it notes nothing.
 */
export function listen(source: string): (piece: Uint8Array | string) => void {
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

/** Runs a function with the variables by which its processes note leaks. Returns its exit status; or prints the leaks and returns 1. */
export async function keepingQuiet(
  run: (noting: Record<string, string>) => Promise<number>,
  say: (leaks: string) => void = console.error,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-leaks-'));
  const file = join(folder, 'leaks');
  try {
    const status = await run({ [leaksFile]: file });
    const leaks = await readFile(file, 'utf8').catch(() => '');
    if (leaks === '') return status;
    say(`These lines of logs say what no log may say (test/support/leaks.ts):\n\n${leaks}`);
    return 1;
  } finally {
    await rm(folder, { recursive: true });
  }
}
