import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../harness/listen.ts';
import { deliver } from '../../src/webhooks/deliver.ts';
import { json } from '../../src/webhooks/formats/json.ts';
import { delivery, kinds } from '../support/deliveries.ts';
import { eventually } from '../support/eventually.ts';
import { connections, name } from '../support/receiver.ts';
import { cases, secret } from '../support/signedRequests.ts';
import { copyOfExample, testWith } from '../support/toolchain.ts';

// Runs the receivers of examples/receivers as servers and sends them deliveries as the worker does. Their queues print.

const run = promisify(execFile);

/**
 * Starts a receiver that prints each event that it queues as a line of JSON, and sends it deliveries of every kind, and the
 * genuine and forged requests for its secret.
 */
async function receives(t: ExecutionContext, cwd: string, program: string, args: (port: string) => string[]) {
  const port = await freePort();
  const env = { ...process.env, PORT: `${port}`, CORKBOARD_SECRET: secret };
  const child = spawn(program, args(`${port}`), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.teardown(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let printed = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  let complained = '';
  child.stderr.on('data', chunk => {
    complained += chunk;
  });
  const url = `http://${name}:${port}/corkboard`;
  const local = `http://127.0.0.1:${port}/corkboard`;
  await eventually(
    () => fetch(local),
    ({ status }) => status > 0,
  );
  const to = connections(t);
  for (const kind of kinds) {
    const sent = await deliver(delivery(kind), { url, format: 'json', secrets: [secret] }, Date.now(), to);
    t.like(sent, { outcome: 'succeeded', status: 204 }, complained);
  }
  const asked = (await cases(t)).filter(one => one.secret === secret && one.now === undefined);
  for (const { what, genuine, body, headers } of asked) {
    const sent = Object.entries(headers).filter(([field]) => /^(content-type|x-)/.test(field));
    const { status } = await fetch(local, {
      method: 'POST',
      headers: sent as [string, string][],
      body: body.toString(),
    });
    t.is(status, genuine ? 204 : 400, what);
  }
  const empty = await fetch(local, { method: 'POST', headers: { 'Content-Type': 'application/json' } });
  t.is(empty.status, 400);
  const queued = () => printed.match(/^\{.*\}$/gm) ?? [];
  const genuine = asked.filter(({ genuine }) => genuine);
  await eventually(queued, lines => lines.length >= kinds.length + genuine.length);
  const expected = [
    ...kinds.map(kind => JSON.parse(json(delivery(kind)))),
    ...genuine.map(({ body }) => JSON.parse(body.toString())),
  ];
  t.deepEqual(
    queued().map(line => JSON.parse(line)),
    expected,
  );
}

test('the Express receiver accepts only requests that are signed with its secret', async t => {
  const folder = await copyOfExample(t, 'receivers/express');
  await receives(t, folder, process.execPath, () => ['server.ts']);
});

testWith('flask', ['python3', '-c', 'import flask'])(
  'the receiver in Flask takes what is signed by its secret, and nothing else',
  async t => {
    const folder = await copyOfExample(t, 'receivers/flask');
    await receives(t, folder, 'python3', port => ['-m', 'flask', '--app', 'server', 'run', '--port', port]);
  },
);

testWith('go', ['go', 'version'])(
  'the receiver in Go takes what is signed by its secret, and nothing else',
  async t => {
    t.timeout(300_000);
    const folder = await copyOfExample(t, 'receivers/go');
    await run('go', ['build', '-o', 'receiver', '.'], { cwd: folder });
    await receives(t, folder, join(folder, 'receiver'), () => []);
  },
);
