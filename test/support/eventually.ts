import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer satisfies `holds`, and answers it. Throws after `limitMs` with the last answer.
 * `ask` may fail meanwhile, as while a database is being restored.
 */
export async function eventually<Answer>(
  ask: () => Answer | Promise<Answer>,
  holds: (answer: Answer) => boolean,
  limitMs = 30_000,
): Promise<Answer> {
  const end = performance.now() + limitMs;
  for (;;) {
    const answer = await Promise.try(ask).catch((error: Error) => error);
    if (!(answer instanceof Error) && holds(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`not within ${limitMs} ms; at last: ${JSON.stringify(answer)}`);
    await pause(50);
  }
}
