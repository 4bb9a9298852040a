import { answerParent } from '../../../src/concurrency/limited/answerParent.ts';

/** What the test asks of its process. */
export type Asked = 'env' | 'fail' | 'fill' | 'hang' | 'die' | 'parent';

/** Works in the way of native code: the thread does nothing else meanwhile. */
function block(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

const kept: Buffer[] = [];

answerParent((asked: Asked) => {
  if (asked === 'env') return Object.keys(process.env).sort();
  if (asked === 'fail') throw new TypeError('It is none.');
  if (asked === 'die') process.kill(process.pid, 'SIGKILL');
  if (asked === 'hang') return block();
  for (;;) kept.push(Buffer.alloc(10_000_000, 1));
});
