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
import { root } from '../support/readme.ts';
import { connections, name } from '../support/receiver.ts';
import { block, cases, secret } from '../support/signedRequests.ts';
import { folderOf, testWith } from '../support/toolchain.ts';

// Runs the receivers of docs/webhooks.md as servers and sends them deliveries as the worker does.

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
