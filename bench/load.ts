import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Connection } from './connection.ts';
import { quantile } from './report.ts';

export interface Load {
  port: number;
  /** The requests, which are sent one after the other, repeatedly. */
  requests: string[];
  status: number;
  connections: number;
  seconds: number;
  /** The number of requests that ends the round early, so that no workspace comes near its rate. */
  mostRequests: number;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** Responses with another status, and requests without a response. */
  faults: string[];
}

/** How long a server may take to answer at the end of a round. */
const graceSeconds = 20;

/** Puts a load on a server, from a separate process, so that it does not slow down the process that measures. */
export async function load(work: Load): Promise<LoadResult> {
  const child = fork(import.meta.filename);
  const limit = setTimeout(() => child.kill('SIGKILL'), (work.seconds + graceSeconds) * 1000);
  child.send(work);
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The load ended without a result.'))),
  ]);
  clearTimeout(limit);
  child.kill();
  return result as LoadResult;
}

async function drive({
  port,
  requests,
  status,
  connections,
  seconds,
  mostRequests,
}: Load): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const faults: string[] = [];
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const start = performance.now();
  let sent = 0;
  const finished = () => sent >= mostRequests || performance.now() - start > seconds * 1000;
  const one = async (connection: Connection) => {
    while (!finished()) {
      const request = requests[sent++ % requests.length]!;
      const begin = performance.now();
      const answer = await connection.send(request);
      latenciesMs.push(performance.now() - begin);
      if (answer.status !== status) faults.push(`${answer.status} ${answer.body}`);
    }
    connection.close();
  };
  await Promise.all(open.map(one)).catch(error => faults.push(String(error)));
  return {
    answers: latenciesMs.length,
    seconds: (performance.now() - start) / 1000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    maxMs: quantile(latenciesMs, 1),
    faults: faults.slice(0, 3),
  };
}

if (import.meta.main) {
  const [work] = await once(process, 'message');
  process.send!(await drive(work as Load));
}
