import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';

const connections = 20;

/** Sends the requests at a steady pace, whether those before them are answered or not, and says how long each waited. */
export async function askSteadily(
  port: number,
  requests: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ timesMs: number[]; refused: number }> {
  const timesMs: number[] = [];
  let refused = 0;
  const begin = performance.now();
  const ask = async (first: number) => {
    const connection = await Connection.open(port);
    for (let n = first; n < seconds * perSecond; n += connections) {
      const dueMs = begin + (n * 1000) / perSecond;
      const wait = dueMs - performance.now();
      if (wait > 0) await pause(wait);
      // One that the answer before it has kept waiting has waited since it was due; a late timer isn't the server's fault.
      const since = wait > 0 ? performance.now() : dueMs;
      const { status } = await connection.send(requests[n % requests.length]!);
      timesMs.push(performance.now() - since);
      if (status >= 300) refused++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, first) => ask(first)));
  return { timesMs, refused };
}
