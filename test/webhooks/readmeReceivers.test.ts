import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { deliver } from '../../src/webhooks/deliver.ts';
import { json } from '../../src/webhooks/formats/json.ts';
import { delivery, kinds } from '../support/deliveries.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/readme.ts';
import { connections, name } from '../support/receiver.ts';
import { block, older, secret } from '../support/signedRequests.ts';
import { folderOf, testWith } from '../support/toolchain.ts';

// Runs the receivers of docs/webhooks.md as servers and sends them deliveries as the worker does.

const run = promisify(execFile);
const newer = 'whsec_bmV3ZXItbmV3ZXItbmV3ZXItbmV3ZXItbmV3';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a receiver that prints each event that it queues as a line of JSON, and sends it deliveries of
 * every kind: signed with its secret, with another one, and with two during a rotation.
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
  const sent = (secrets: string[], kind = kinds[0]!) =>
    deliver(delivery(kind), { url, format: 'json', secrets }, Date.now(), to);
  for (const kind of kinds)
    t.like(await sent([secret], kind), { outcome: 'succeeded', status: 204 }, complained);
  for (const secrets of [
    [newer, secret],
    [secret, older],
  ])
    t.is((await sent(secrets)).status, 204);
  for (const secrets of [[older], [newer, older]]) t.is((await sent(secrets)).status, 400);
  for (const body of ['', '{}']) {
    const headers = { 'Content-Type': 'application/json' };
    t.is((await fetch(local, { method: 'POST', headers, body })).status, 400);
  }
  const queued = () => printed.match(/^\{.*\}$/gm) ?? [];
  await eventually(queued, lines => lines.length >= kinds.length + 2);
  const expected = [...kinds, kinds[0]!, kinds[0]!].map(kind => JSON.parse(json(delivery(kind))));
  t.deepEqual(
    queued().map(line => JSON.parse(line)),
    expected,
  );
}

/** Writes the TypeScript of the page to the files that it names, and adds a queue. */
const express = {
  'verify.ts': block('ts', 'isGenuine('),
  'server.ts': block('ts', "'express'"),
  'stripe.ts': block('ts', "'stripe'"),
  'queue.ts': `export async function enqueue(event: unknown): Promise<void> {
  console.log(JSON.stringify(event));
}
`,
  'package.json': '{"type":"module"}',
};

test('the TypeScript compiles strictly', async t => {
  t.timeout(120_000);
  const settings = {
    extends: join(root, 'tsconfig.json'),
    files: ['verify.ts', 'server.ts', 'stripe.ts', 'queue.ts'],
    include: [],
  };
  const folder = await folderOf(t, { ...express, 'tsconfig.json': JSON.stringify(settings) });
  const compiled = await run(join(root, 'node_modules/.bin/tsc'), [], { cwd: folder }).catch(error => error);
  t.is(compiled.stdout, '');
});

test('the Express receiver accepts only requests that are signed with its secret', async t => {
  const folder = await folderOf(t, express);
  await receives(t, folder, process.execPath, () => ['server.ts']);
});

testWith('flask', ['python3', '-c', 'import flask'])(
  'the receiver in Flask takes what is signed by its secret, and nothing else',
  async t => {
    const folder = await folderOf(t, {
      'verify.py': block('python', 'def is_genuine'),
      'server.py': block('python', 'import Flask'),
      'jobs.py': 'import json\n\n\ndef enqueue(event):\n    print(json.dumps(event), flush=True)\n',
    });
    await receives(t, folder, 'python3', port => ['-m', 'flask', '--app', 'server', 'run', '--port', port]);
  },
);

testWith('go', ['go', 'version'])(
  'the receiver in Go takes what is signed by its secret, and nothing else',
  async t => {
    t.timeout(300_000);
    const folder = await folderOf(t, {
      'go.mod': 'module receiver\n\ngo 1.19\n',
      'main.go': block('go', 'func genuine'),
      'queue.go':
        'package main\n\nimport "fmt"\n\nfunc enqueue(body []byte) error {\n\tfmt.Println(string(body))\n\treturn nil\n}\n',
    });
    await run('go', ['build', '-o', 'receiver', '.'], { cwd: folder });
    await receives(t, folder, join(folder, 'receiver'), () => []);
  },
);
