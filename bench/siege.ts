import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect as dial, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { goal, table } from '../harness/print.ts';
import { addWorkspaces, giveKeys } from '../harness/seed/workspaces.ts';
import { type Bench, connect } from './bench.ts';
import { request } from './connection.ts';
import { load } from './load.ts';
import { benchPreviews } from './previews.ts';
import { startWeb } from './processes.ts';

const workspaces = 600;
/** The number of hostile connections by their behavior: fewer than web's connection limit (src/http/limits.ts). */
const attackers = { pipelining: 400, idle: 2_000, unread: 500, slowHeads: 100, slowBodies: 100 };
/** How many requests a connection sends without waiting for an answer. */
const pipelined = 300;
const goals = { megabytes: 256, ms: 1_000 };

/**
 * Measures web's response times for others, its memory and its open files while thousands of connections attack it, and how
 * long another's PDF takes while a workspace asks for many.
 */
export async function benchSiege(bench: Bench): Promise<void> {
  await besiege(bench);
  await benchPreviews(bench);
}

async function besiege({ database, endings, quick }: Bench): Promise<void> {
  const databaseUrl = await database('corkboard_bench_siege', client => addWorkspaces(client, workspaces));
  const keys = (await giveKeys(await connect(endings, databaseUrl))).map(({ key }) => key);
  const web = await startWeb(endings, databaseUrl);
  const seconds = quick ? 10 : 60;
  const ask = (keys: string[], connections: number, seconds: number, times: number) =>
    load({
      name: 'others',
      port: web.port,
      requests: keys.map(key => request('GET', '/api/v1/me', key)),
      status: 200,
      connections,
      seconds,
      maxRequests: keys.length * times,
    });
  // After the first round, the tenant cache knows every key. So the tenants have separate connections in the second round,
  // which opens the whole pool.
  for (let n = 0; n < 2; n++) await ask(keys, 32, 5, 1);
  const others = keys.slice(attackers.pipelining);
  const alone = await ask(others, 4, 5, 10);
  const before = await web.descriptors();
  const siege = fork(import.meta.filename);
  endings.add(() => siege.kill('SIGKILL'));
  siege.send({ port: web.port, keys: keys.slice(0, attackers.pipelining) });
  await once(siege, 'message');
  const { answers, p99Ms, maxMs, faults } = await ask(others, 4, seconds, 90);
  const during = await web.descriptors();
  siege.kill('SIGKILL');
  await pause(seconds * 1000);
  const [most, after] = [await web.peakMegabytes(), await web.descriptors()];
  console.log(
    `\nWeb under siege for ${seconds} s: ${JSON.stringify(attackers)} (goal: no descriptor more as long after it). The ratio is that of others' p99 to their p99 before.\n`,
  );
  table(
    [
      ...['VmHWM, MB', 'Goal', 'Others’ p99 ms', 'Ratio', 'max ms', 'Goal', 'Answers'],
      ...['Descriptors before', 'during', 'after', 'Goal'],
    ],
    [
      [
        most.toFixed(0),
        goal(`< ${goals.megabytes}`, most),
        p99Ms.toFixed(0),
        (p99Ms / alone.p99Ms).toFixed(1),
        maxMs.toFixed(0),
        goal(`≤ ${goals.ms}`, maxMs),
        `${answers}`,
        `${before}`,
        `${during}`,
        `${after}`,
        goal(`≤ ${before}`, after),
      ],
    ],
  );
  for (const fault of faults) console.log(`A request of others failed: ${fault}`);
}

/** Keeps this many connections open, each of which runs `act`. A connection that the server closes is replaced. */
function attack(count: number, port: number, act: (socket: Socket, i: number) => void): Promise<unknown> {
  const one = (i: number): Promise<unknown> => {
    const socket = dial(port, '127.0.0.1').on('error', () => {});
    socket.on('close', () => setTimeout(one, 100, i));
    return once(socket, 'connect').then(
      () => act(socket, i),
      () => {},
    );
  };
  return Promise.all(Array.from({ length: count }, (_, i) => one(i)));
}

/** Sends a byte of a text every second. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length]!), 1_000);
  socket.on('close', () => clearInterval(timer)).resume();
}

if (import.meta.main) {
  const [{ port, keys }] = (await once(process, 'message')) as [{ port: number; keys: string[] }];
  const get = (i: number) => request('GET', '/api/v1/me', keys[i % keys.length]!);
  await Promise.all([
    attack(attackers.idle, port, socket => socket.resume()),
    attack(attackers.unread, port, socket =>
      socket.pause().write(request('GET', '/openapi.json', '').repeat(pipelined)),
    ),
    attack(attackers.slowHeads, port, socket => drip(socket, 'GET /api/v1/me HTTP/1.1')),
    attack(attackers.slowBodies, port, (socket, i) => {
      const whole = request('POST', '/api/v1/clients', keys[i]!, { name: 'x'.repeat(1_000) });
      const head = whole.indexOf('\r\n\r\n') + 4;
      socket.write(whole.slice(0, head));
      drip(socket, whole.slice(head));
    }),
    attack(attackers.pipelining, port, (socket, i) => {
      socket.write(get(i).repeat(pipelined));
      socket.resume();
    }),
  ]);
  process.send!('begun');
}
