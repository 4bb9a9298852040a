import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { within } from './within.ts';

const isTrue = (answer: unknown) => answer === true;

/**
 * Calls `ask` until its result satisfies `holds`, by default until it is true, and returns the result. Throws after
 * `limitMs`, with the last result. `ask` may fail or hang meanwhile, as while a database is being restored.
 */
export async function eventually<Answer>(
  ask: () => Answer | Promise<Answer>,
  holds: (answer: Answer) => boolean = isTrue,
  limitMs = 60_000,
): Promise<Answer> {
  const end = performance.now() + limitMs;
  let last: Answer | Error = new Error('not asked yet');
  while (performance.now() < end) {
    const left = end - performance.now();
    last = await within(left, Promise.try(ask), () => 'no answer').catch((error: Error) => error);
    if (!(last instanceof Error) && holds(last)) return last;
    await pause(20);
  }
  throw new Error(`not within ${limitMs} ms; last result: ${inspect(last)}`);
}
