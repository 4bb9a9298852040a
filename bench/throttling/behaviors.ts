import { throttle } from '../../test/support/throttle.ts';

/** Answers a request with a status. */
export type Answer = (status: number, headers?: Record<string, string>) => void;

/** How a receiver handles a request. */
export type Behavior = (answer: Answer) => void;

/** A receiver that accepts a number of requests in each second of the clock, and answers the others with 429. */
function throttled(perSecond: number): Behavior {
  const takes = throttle(perSecond);
  return answer => (takes() ? answer(200) : answer(429, { 'Retry-After': '1' }));
}

/** A receiver that works on one request after the other, even if the sender has given up. */
function serial(ms: number): Behavior {
  let freeAt = 0;
  return answer => {
    const now = Date.now();
    freeAt = Math.max(freeAt, now) + ms;
    setTimeout(() => answer(200), freeAt - now);
  };
}

/**
 * A receiver that works on `atOnce` requests at a time and queues the others. If more than `mostOpen` are open, it fails:
 * it answers 503 to these and to all that follow within `fallenMs`.
 */
function fragile(atOnce: number, ms: number, mostOpen: number, fallenMs: number): Behavior {
  const freeAt = Array<number>(atOnce).fill(0);
  let open = 0;
  let fallenUntil = 0;
  const isDown = () => Date.now() < fallenUntil;
  return answer => {
    if (isDown()) return answer(503);
    const now = Date.now();
    if (++open > mostOpen) fallenUntil = now + fallenMs;
    const next = freeAt.indexOf(Math.min(...freeAt));
    freeAt[next] = Math.max(freeAt[next]!, now) + ms;
    setTimeout(() => {
      open--;
      answer(isDown() ? 503 : 200);
    }, freeAt[next] - now);
  };
}

const behaviors: Record<string, (...numbers: [number, number, number, number]) => Behavior> = {
  throttled,
  serial,
  fragile,
};

/** The behavior of a path like /throttled/2 or /fragile/10/200/40/30000, with the numbers as arguments. */
export function behaviorOf(path: string): Behavior {
  const [, name, ...numbers] = path.split('/');
  return behaviors[name!]!(...(numbers.map(Number) as [number, number, number, number]));
}
