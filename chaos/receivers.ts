import { throttle } from '../harness/throttle.ts';
import { type Reaction, type Subscriber, subscriber } from '../test/support/subscriber.ts';
import type { Random } from './random.ts';

/** How a receiver behaves. */
export type Behavior = 'quick' | 'slow' | 'unsteady' | 'throttled';

/**
 * How many requests a throttled receiver accepts in a second: more than arrive on average, fewer than arrive at once.
 */
export const throttledPerSecond = 3;

const reactions: Record<Behavior, (random: Random) => Reaction> = {
  quick: () => 200,
  slow: random => (_, res) => void setTimeout(() => res.end(), random.between(200, 4_000)),
  unsteady: random => (_, res) => {
    const choice = random.next();
    if (choice < 0.8) res.end();
    else if (choice < 0.9) res.writeHead(500).end();
    else if (choice < 0.97) res.destroy();
    // Otherwise it never answers.
  },
  throttled: () => {
    const admits = throttle(throttledPerSecond);
    return (_, res) => void (admits() ? res : res.writeHead(429, { 'Retry-After': '1' })).end();
  },
};

/** A server that receives webhooks and records them. */
export const receiver = (behavior: Behavior, random: Random): Promise<Subscriber> =>
  subscriber(reactions[behavior](random));

/** The ids of the deliveries that arrived, and how often each arrived. */
export function received({ received }: Subscriber): Map<string, number> {
  const times = new Map<string, number>();
  for (const { headers } of received) {
    const id = String(headers['x-service-delivery']);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}
