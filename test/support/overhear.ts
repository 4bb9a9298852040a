import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, nameListener } from './listen.ts';

// Also checks what a server in the test file's own process logs (ava.config.js makes every process load this first). If
// process.stdout.write is replaced, pino writes through the replacement.

/** pino's lines up to level info. They are checked and not printed: one for every request would hide what the tests print. */
const ordinary = /^\{"level":[123]0,/;

for (const stream of [process.stdout, process.stderr]) {
  const heard = listen('a server in the process');
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = (piece: Uint8Array | string, ...rest: unknown[]) => {
    heard(piece);
    return typeof piece === 'string' && ordinary.test(piece) ? true : write(piece, ...rest);
  };
}

/** Called by ava, once its own module can be loaded. */
export default async () => {
  const { default: test } = await import('ava');
  nameListener(relative(process.cwd(), fileURLToPath(test.meta.file)));
};
