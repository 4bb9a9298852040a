import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { launch } from '../support/launch.ts';
import { root } from '../support/root.ts';
import { sharedWorld } from '../support/world.ts';

// Runs the images' health checks on what they check.
const w = sharedWorld(test, 'processes');

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');

/** Whether an image's health check considers a process with these variables healthy. */
async function isHealthy(image: string, env: Record<string, string>): Promise<boolean> {
  const [, command] = new RegExp(` AS ${image}\\n.*?HEALTHCHECK[^\\n]* CMD ([^\\n]*)`, 's').exec(dockerfile)!;
  const [, ...args] = JSON.parse(command!) as string[];
  return promisify(execFile)(process.execPath, args, { env, cwd: root }).then(
    () => true,
    ({ code, stderr }) => {
      if (code !== 1 || stderr !== '') throw new Error(stderr);
      return false;
    },
  );
}

test.serial('the image for web is healthy while its server answers', async t => {
  t.true(await isHealthy('web', { PORT: new URL(w.baseUrl).port }));
});

test.serial('the health check of web asks the address that it listens on', async t => {
  for (const HOST of ['', '127.0.0.2', '0.0.0.0', '::1', '::']) {
    const asked: unknown[] = [];
    const server = createServer(({ url }, res) => {
      asked.push(url);
      res.end();
    });
    t.teardown(() => server.close());
    server.listen({ port: 0, ...(HOST && { host: HOST }) });
    await once(server, 'listening');
    const PORT = String((server.address() as AddressInfo).port);
    t.true(await isHealthy('web', { PORT, HOST }), HOST);
    t.deepEqual(asked, ['/healthz'], HOST);
  }
});

test.serial(
  'the image for worker is healthy while its process lives, also if the database can’t be used',
  async t => {
    const worker = launch(t, 'worker', { DATABASE_URL: 'postgres://127.0.0.1:1/none', METRICS_PORT: '0' });
    const METRICS_PORT = await worker.says(/"metricsPort":(\d+)/);
    t.is((await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`)).status, 503);
    t.true(await isHealthy('worker', { METRICS_PORT }));
    worker.child.kill('SIGKILL');
    await worker.ended;
    t.false(await isHealthy('worker', { METRICS_PORT }));
    t.true(await isHealthy('worker', {}));
  },
);
