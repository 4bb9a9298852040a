import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listen, nameListener } from './listen.ts';

// What a server in a test file's own process logs is listened to as well (ava.config.js has every process load this
// first). pino writes to process.stdout itself where somebody has replaced its write.

/** pino's lines up to level info: one for every request would hide what the tests say. They are logged all the same, to be listened to. */
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
