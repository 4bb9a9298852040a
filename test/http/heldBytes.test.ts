import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { unknownKey } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { hold } from '../support/hold.ts';
import { serverWith } from '../support/httpServer.ts';
import { openSocket } from '../support/socket.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

// The bytes that the server buffers of requests that are not admitted yet are limited in total, not per connection.
const w = world(test);

/** The bytes that the server may buffer in these tests: room for about four bodies. */
const heldBytes = 4 * 65_536;
const body = 60_000;

/** The address of a server that buffers at most that many bytes. */
const server = async (t: ExecutionContext) => (await serverWith(t, w, { heldBytes })).baseUrl;

interface Sent {
  socket: Socket;
  /** Everything that the server sends until the connection is closed. */
  answer: Promise<string>;
  /** How many answers have begun. */
  answers: () => number;
}

/** Sends a request with a body of this many bytes on its own connection. */
async function send(baseUrl: string, path: string, key: string, content: string): Promise<Sent> {
  const socket = await openSocket(baseUrl);
  let answers = 0;
  socket.once('data', () => answers++);
  const answer = text(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${content.length}\r\n\r\n${content}`,
  );
  return { socket, answer, answers: () => answers };
}

/** Sends many such requests at once. */
const crowd = (baseUrl: string, path: string, key = unknownKey, content = 'x'.repeat(body)) =>
  times(20, () => send(baseUrl, path, key, content));

const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

/** Blocks all admissions until it is told to stop. */
const admittingNobody = async (t: ExecutionContext) =>
  (await hold(t, w.db, 'lock table corkboard.api_keys')).release;

/** Waits until this many of the requests are answered. */
async function answered(sent: Sent[], count: number): Promise<void> {
  await eventually(() => sent.filter(({ answers }) => answers() > 0).length >= count);
}

for (const path of ['/api/v1/clients', '/api/mcp', '/nothing']) {
  test.serial(`only a few of many long bodies that wait for admission are held: POST ${path}`, async t => {
    const baseUrl = await server(t);
    const release = await admittingNobody(t);
    const sent = await crowd(baseUrl, path);
    await answered(sent, 16);
    const waiting = sent.filter(({ answers }) => answers() === 0);
    t.true(waiting.length > 0 && waiting.length <= 4, `${waiting.length} wait`);
    await release();
    for (const { answer } of waiting) t.is(status(await answer), 401);
    for (const { answer } of sent.filter(one => !waiting.includes(one))) {
      t.is(status(await answer), 500);
      t.regex(await answer, /^retry-after: 1\r$/im);
      t.regex(await answer, /^connection: close\r$/im);
      t.regex(await answer, /"code":"internal"\}$/);
    }
  });
}

test.serial('strangers with long bodies take nothing from a workspace or from short requests', async t => {
  const baseUrl = await server(t);
  const studio = await w.workspace();
  const { key } = studio;
  // From now on the process knows the key's workspace.
  t.is((await fetch(`${baseUrl}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status, 200);
  const release = await admittingNobody(t);
  const strangers = await crowd(baseUrl, '/api/v1/clients');
  await answered(strangers, 16);
  const notes = 'n'.repeat(4_900);
  const long = JSON.stringify({ name: 'Long', notes, company: ' '.repeat(20_000) });
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_client', arguments: { name: 'Called', notes } },
  });
  const [written, called, short] = await Promise.all([
    send(baseUrl, '/api/v1/clients', key, long),
    send(baseUrl, '/api/mcp', key, call.padEnd(20_000)),
    send(baseUrl, '/api/v1/clients', unknownKey, '{"name":"Short"}'),
  ]);
  const more = await crowd(baseUrl, '/api/v1/clients');
  await answered([...strangers, ...more], 36);
  t.deepEqual(
    [written, called, short].map(({ answers }) => answers()),
    [0, 0, 0],
  );
  await release();
  t.is(status(await written.answer), 201);
  t.is(status(await called.answer), 200);
  t.is(status(await short.answer), 401);
  const rows = await w.sql(
    'select name from corkboard.clients where workspace_id = $1 order by name',
    studio.id,
  );
  t.deepEqual(rows, [{ name: 'Called' }, { name: 'Long' }]);
});

test.serial('complete tool calls of one workspace that wait for admission are bounded too', async t => {
  const baseUrl = await server(t);
  const { key } = await w.workspace();
  t.is((await fetch(`${baseUrl}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })).status, 200);
  const release = await admittingNobody(t);
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }).padEnd(body);
  const sent = await crowd(baseUrl, '/api/mcp', key, message);
  await answered(sent, 16);
  await release();
  const statuses = await Promise.all(sent.map(async ({ answer }) => status(await answer)));
  t.true(statuses.includes(200));
  t.true(statuses.filter(one => one === 500).length >= 16, String(statuses));
});
