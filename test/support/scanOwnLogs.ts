import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { leakScanner, nameTestFile } from './leakScanner.ts';

// Scans the logs of servers that run in the test file's own process, too. ava.config.js makes every process load this
// first. If process.stdout.write is replaced, pino writes through the replacement.

/**
 * pino's lines up to level info. They are scanned but not printed: a line for every request would hide the tests'
 * output.
 */
const ordinary = /^\{"level":[123]0,/;

for (const stream of [process.stdout, process.stderr]) {
  const scan = leakScanner('a server in the process');
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (piece: Uint8Array | string, ...rest: unknown[]) => {
    scan(piece);
    return typeof piece === 'string' && ordinary.test(piece) ? true : write(piece, ...rest);
  };
}

/** ava calls this once its own module can be loaded. */
export default async () => {
  const { default: test } = await import('ava');
  nameTestFile(relative(process.cwd(), fileURLToPath(test.meta.file)));
};
