import { appendFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leaksIn } from './leaks.ts';

/** The variable that names the file in which a run's leaks are noted: its processes are many, and the run reads them all. */
const leaksFile = 'CORKBOARD_TEST_LEAKS';

/** The test file of this process, for those who look for a leak. */
let where = 'a test';

/** Says which test file this process runs. */
export const nameListener = (file: string) => {
  where = file;
};

/**
 * Listens to what a source prints, in pieces that may end anywhere, and notes every line that says what no log may say.
 * Notes nothing outside of a run of the tests, where nobody reads it.
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

/** Runs processes that listen, given the variables by which they note leaks. Answers the exit status that comes of it, or 1 where there are leaks, and says which. */
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
