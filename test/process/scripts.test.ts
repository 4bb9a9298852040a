import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { eventually } from '../support/eventually.ts';
import { subscriptions } from '../support/hooks.ts';
import { bareEnv } from '../support/launch.ts';
import { leakScanner } from '../support/leakScanner.ts';
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

/** Checks that a request that has begun is completed after `stop`, although no new one is accepted. */
async function completesRequest(
  t: ExecutionContext,
  port: string,
  key: string,
  stop: () => void,
): Promise<void> {
  const write = request({
    port,
    path: '/api/v1/clients',
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      Expect: '100-continue',
    },
  });
  write.flushHeaders();
  await once(write, 'continue');
  stop();
  await eventually(() => refusesConnections(`http://127.0.0.1:${port}`));
  write.end('{"name":"In flight"}');
  const [answer] = (await once(write, 'response')) as [IncomingMessage];
  t.is(answer.resume().statusCode, 201);
}

test.serial('web, run by a shell that is stopped, completes running requests and exits with 0', async t => {
  const { said: port, stop, ended } = await run(t, 'web', byShell, /"port":(\d+)/);
  const { key } = await w.workspace();
  await completesRequest(t, port, key, stop);
  t.deepEqual(await ended, [0, null]);
});

test.serial('worker, run by npm that is stopped, completes running attempts and exits with 0', async t => {
  const { stop, ended } = await run(t, 'worker', byNpm, /(worker is working)/);
  const studio = await w.workspace();
  const asked = Promise.withResolvers<() => void>();
  const hook = await h.subscribe(studio.id, { reaction: (_, res) => asked.resolve(() => res.end()) });
  await studio.client();
  const answer = await asked.promise;
  stop();
  answer();
  t.deepEqual(await ended, [0, null]);
  t.deepEqual(
    (await h.deliveries(hook.endpointId)).map(({ status }) => status),
    ['succeeded'],
  );
});

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
    await completesRequest(t, start.said, key, () => start.stop('SIGINT'));
    t.deepEqual(await start.ended, [0, null]);
    // A worker's last action is to tell the database that it has stopped.
    t.notRegex(start.output(), /"level":[56]0|could not report that it has stopped/);
  },
);
