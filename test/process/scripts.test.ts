import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { version } from '../../src/version.ts';
import { call } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { subscriptions } from '../support/hooks.ts';
import { bareEnv } from '../support/launch.ts';
import { leakScanner } from '../support/leakScanner.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { refusesConnections } from '../support/socket.ts';
import { world } from '../support/world.ts';

// Runs and stops the scripts of package.json as platforms and people do. All scripts are made alike (deployment.test.ts), so
// each is stopped in one of the ways.
const w = world(test);
const h = subscriptions(w);

const root = join(import.meta.dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

type Script = 'web' | 'worker' | 'start';

/** The program that runs a script, and the process that gets the signal. */
interface Way {
  command: (script: Script) => string[];
  told: (child: ChildProcess) => number;
}
const byShell: Way = { command: script => ['sh', '-c', scripts[script]], told: ({ pid }) => pid! };
const byNpm: Way = { command: script => ['npm', 'run', script], told: ({ pid }) => pid! };
/** Heroku and a terminal signal both npm and the script, and npm passes its signal on to the script. */
const byNpmToAll: Way = { command: script => ['npm', 'run', script], told: ({ pid }) => -pid! };

/** Runs a script until it says that it is ready. Returns that message, its output, a function that stops it, and its end. */
async function run(
  t: ExecutionContext,
  script: Script,
  { command, told }: Way,
  ready: RegExp,
  database: Record<string, string> = { DATABASE_URL: w.databaseUrl },
) {
  const [program, ...args] = command(script);
  const child = spawn(program!, args, {
    cwd: root,
    detached: true,
    env: {
      ...bareEnv,
      PATH: `${dirname(process.execPath)}:${bareEnv.PATH}`,
      ...database,
      PORT: '0',
      METRICS_PORT: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.teardown(() => child.exitCode === null && process.kill(-child.pid!, 'SIGKILL'));
  const ended = once(child, 'exit');
  child.stdout.on('data', leakScanner(script));
  let out = '';
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', piece => {
      out += piece;
      const match = ready.exec(out);
      if (match) resolve(match[1]!);
    });
    ended.then(([status]) => reject(new Error(`ended with ${status}: ${out}`)));
  });
  return { said, stop: (signal = 'SIGTERM') => process.kill(told(child), signal), ended, output: () => out };
}

/** Begins to send a request, whose body `end` sends later. */
async function begun(port: string, key: string, path: string, headers: Record<string, string> = {}) {
  const sent = request({
    port,
    path,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
      ...headers,
    },
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  const answered = once(sent, 'response');
  // A process that ends without an answer fails the test that waits for it, not the whole thread.
  answered.catch(() => {});
  return {
    end: async (body: object) => {
      sent.end(JSON.stringify(body));
      const [answer] = (await answered) as [IncomingMessage];
      return answer.resume().statusCode;
    },
  };
}

test.serial(
  'web, run by a shell that is stopped, completes running requests, also one whose body arrives later, accepts no new ones, and exits with 0',
  async t => {
    const { said: port, stop, ended } = await run(t, 'web', byShell, /"port":(\d+)/);
    const baseUrl = `http://127.0.0.1:${port}`;
    const [studio, other] = [await w.workspace(), await w.workspace()];
    const tool = await begun(port, other.key, '/api/mcp', { Accept: 'application/json' });
    const holder = await w.db.connect();
    await holder.query('begin');
    await holder.query('select corkboard.lock_workspace($1)', [studio.id]);
    const body = { name: 'In flight' };
    const write = call(baseUrl, { method: 'POST', path: '/clients', key: studio.key, body });
    await waitsForLock(w.db);
    stop();
    await eventually(() => refusesConnections(baseUrl));
    // Heroku and a terminal signal both npm and its child, and npm passes its signal on.
    stop();
    await holder.query('commit');
    holder.release();
    t.is((await write).status, 201);
    const params = { name: 'get_workspace', arguments: {} };
    t.is(await tool.end({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), 200);
    t.deepEqual(await ended, [0, null]);
    t.is((await studio.get('/clients')).body.page.total, 1);
  },
);

test.serial(
  'worker, run by npm that is stopped, completes and records running attempts, takes no new ones, and exits with 0',
  async t => {
    const { output, stop, ended } = await run(t, 'worker', byNpm, /(worker is working)/);
    const starting = output()
      .split('\n')
      .find(line => line.startsWith('{'))!;
    t.like(JSON.parse(starting), { process: 'worker', version, node: process.version, msg: 'starting' });
    const [, metricsPort] = /"metricsPort":(\d+)/.exec(output())!;
    const studio = await w.workspace();
    const asked = Promise.withResolvers<() => void>();
    const hook = await h.subscribe(studio.id, { reaction: (_, res) => asked.resolve(() => res.end()) });
    await studio.client();
    const answer = await asked.promise;
    stop();
    const ready = async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).text();
    await eventually(ready, said => /is stopping/.test(said));
    await studio.client();
    // A second signal changes nothing: npm passes on the signal that the process gets as well.
    stop();
    answer();
    t.deepEqual(await ended, [0, null]);
    t.deepEqual((await h.deliveries(hook.endpointId)).map(({ status }) => status).sort(), [
      'pending',
      'succeeded',
    ]);
    t.is(hook.received.length, 1);
    t.deepEqual(await w.sql('select 1 from corkboard.worker_pools'), []);
  },
);

test.serial(
  'Ctrl-C in the terminal of npm start completes running requests, and leaves the embedded database up until the service has stopped',
  async t => {
    const folder = await mkdtemp(join(tmpdir(), 'corkboard-scripts-'));
    // PostgreSQL's user must be able to enter this folder.
    await chmod(folder, 0o755);
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const serving = /serving on http:\/\/localhost:(\d+)/;
    const start = await run(t, 'start', byNpmToAll, serving, { DATA_DIR: folder });
    const [key] = /crk_[\w-]+/.exec(start.output())!;
    const write = await begun(start.said, key, '/api/v1/clients');
    start.stop('SIGINT');
    await eventually(() => refusesConnections(`http://127.0.0.1:${start.said}`));
    t.is(await write.end({ name: 'In flight' }), 201);
    t.deepEqual(await start.ended, [0, null]);
    // A worker's last action is to tell the database that it has stopped.
    t.notRegex(start.output(), /"level":[56]0|could not report that it has stopped/);
  },
);
