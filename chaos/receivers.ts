import { type Reaction, type Subscriber, subscriber } from '../test/support/subscriber.ts';
import { throttle } from '../test/support/throttle.ts';
import type { Random } from './random.ts';

/** How someone else's server behaves. */
export type Temper = 'quick' | 'slow' | 'unsteady' | 'throttled';

/** How many requests a throttled receiver takes in a second: more than come on average, fewer than come at once. */
export const throttledPerSecond = 3;

const reactions: Record<Temper, (random: Random) => Reaction> = {
  quick: () => 200,
  slow: random => (_, res) => void setTimeout(() => res.end(), random.between(200, 4_000)),
  unsteady: random => (_, res) => {
    const mood = random.next();
    if (mood < 0.8) res.end();
    else if (mood < 0.9) res.writeHead(500).end();
    else if (mood < 0.97) res.destroy();
    // Otherwise it never answers.
  },
  throttled: () => {
    const takes = throttle(throttledPerSecond);
    return (_, res) => void (takes() ? res : res.writeHead(429, { 'Retry-After': '1' })).end();
  },
};

/** A server that receives webhooks and keeps them. */
export const receiver = (temper: Temper, random: Random): Promise<Subscriber> =>
  subscriber(reactions[temper](random));

/** The ids of the deliveries that came, and how often each came. */
export function received({ received }: Subscriber): Map<string, number> {
  const times = new Map<string, number>();
  for (const { headers } of received) {
    const id = String(headers['x-service-delivery']);
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  return times;
}
