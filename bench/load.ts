import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../harness/print.ts';
import { Connection } from './connection.ts';

/** Requests, which are sent one after the other, repeatedly. */
export interface Work {
  name: string;
  requests: string[];
  status: number;
  /** The number of requests that ends a round early, so that no workspace comes near its rate. */
  maxRequests: number;
}

/** Requests, and where, how many at once and for how long they are sent. */
export interface Load extends Work {
  port: number;
  connections: number;
  seconds: number;
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

/** Processes that put loads on servers and wait for the next, and the end of each. */
const waiting: { child: ChildProcess; ended: Promise<unknown> }[] = [];

function start() {
  const child = fork(import.meta.filename);
  return { child, ended: once(child, 'exit') };
}

/** Ends the processes that `load` started. */
export const stopLoads = () =>
  Promise.all(
    waiting.splice(0).map(({ child, ended }) => {
      child.kill();
      return ended;
    }),
  );

/** Puts a load on a server, from a separate process, so that it does not slow down the process that measures. */
export async function load(work: Load): Promise<LoadResult> {
  const loader = waiting.pop() ?? start();
  const { child, ended } = loader;
  const limit = setTimeout(() => child.kill('SIGKILL'), (work.seconds + graceSeconds) * 1000);
  child.send(work);
  const [result] = await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error('The load ended without a result.'))),
  ]);
  clearTimeout(limit);
  waiting.push(loader);
  return result as LoadResult;
}

/** Like load, but throws if a response is not the expected one. */
export async function checkedLoad(work: Load): Promise<LoadResult> {
  const result = await load(work);
  if (result.faults.length > 0) throw new Error(`${work.name}: ${result.faults.join('; ')}`);
  return result;
}

async function drive(work: Load): Promise<LoadResult> {
  const { port, requests, status, connections, seconds, maxRequests } = work;
  const latenciesMs: number[] = [];
  const faults: string[] = [];
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(port)));
  const start = performance.now();
  let sent = 0;
  const finished = () => sent >= maxRequests || performance.now() - start > seconds * 1000;
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

/** Sends the requests at a steady pace, whether those before them are answered or not, and says how long each waited. */
export async function steadyRequests(
  port: number,
  requests: string[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ timesMs: number[]; refused: number }> {
  const connections = 20;
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

if (import.meta.main) process.on('message', async work => process.send!(await drive(work as Load)));
