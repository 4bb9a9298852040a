import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { version } from '../../src/version.ts';
import { Browser } from '../support/browser.ts';
import { call } from '../support/call.ts';
import { command } from '../support/command.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/folder.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { bareEnv, launch, launchCommand } from '../support/launch.ts';
import { root } from '../support/root.ts';
import { refusesConnections } from '../support/socket.ts';
import { world } from '../support/world.ts';

// Runs and stops the scripts of package.json as platforms and people do. All scripts are made alike (deployment.test.ts), so
// each is stopped in one of the ways.
const w = world(test);
const h = subscriptions(w);

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Runs a script by a command, in a group of processes of its own. */
const run = (
  t: ExecutionContext,
  script: string,
  command: string[],
  database: Record<string, string> = { DATABASE_URL: w.databaseUrl },
) =>
  launchCommand(
    t,
    script,
    {
      PATH: `${dirname(process.execPath)}:${bareEnv.PATH}`,
      ...database,
      PORT: '0',
      METRICS_PORT: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    },
    command,
    root,
    true,
  );

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
    const { child, says, ended } = run(t, 'web', ['sh', '-c', scripts.web]);
    const port = await says(/"port":(\d+)/);
    const baseUrl = `http://127.0.0.1:${port}`;
    const [studio, other] = [await w.workspace(), await w.workspace()];
    const tool = await begun(port, other.key, '/api/mcp', { Accept: 'application/json' });
    const held = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
    const body = { name: 'In flight' };
    const write = call(baseUrl, { method: 'POST', path: '/clients', key: studio.key, body });
    await held.blocks();
    child.kill('SIGTERM');
    await eventually(() => refusesConnections(baseUrl));
    // Heroku and a terminal signal both npm and its child, and npm passes its signal on.
    child.kill('SIGTERM');
    await held.release();
    t.is((await write).status, 201);
    const params = { name: 'get_workspace', arguments: {} };
    t.is(await tool.end({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }), 200);
    t.is(await ended, 0);
    t.is((await studio.get('/clients')).body.page.total, 1);
  },
);

test.serial(
  'worker, run by npm that is stopped, completes and records running attempts, takes no new ones, and exits with 0',
  async t => {
    const { child, says, output, ended } = run(t, 'worker', ['npm', 'run', 'worker']);
    await says(/worker is working/);
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
    child.kill('SIGTERM');
    const ready = async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).text();
    await eventually(ready, said => /is stopping/.test(said));
    await studio.client();
    // A second signal changes nothing: npm passes on the signal that the process gets as well.
    child.kill('SIGTERM');
    answer();
    t.is(await ended, 0);
    t.deepEqual((await h.deliveries(hook.endpointId)).map(({ status }) => status).sort(), [
      'pending',
      'succeeded',
    ]);
    t.is(hook.received.length, 1);
    t.deepEqual(await w.sql('select 1 from corkboard.worker_pools'), []);
  },
);

/** The data folder of the starts, each of which finds it as the one before left it. */
let dataDir: string;
/** What the first start printed and showed. */
let key: string;
let projects: string;

test.serial.before(async () => {
  dataDir = await newFolder({ teardown: w.atEnd });
});

test.serial(
  'the first npm start makes a demo workspace and prints its key, and no second one runs beside it; Ctrl-C in its terminal completes running requests, and leaves the embedded database up until the service has stopped',
  async t => {
    const first = run(t, 'start', ['npm', 'run', 'start'], { DATA_DIR: dataDir });
    const baseUrl = await first.says(/Corkboard is serving on (\S+)/);
    key = await first.says(/(crk_[\w-]+)/);
    t.true(first.output().includes(`curl ${baseUrl}/api/v1/me -H 'Authorization: Bearer ${key}'`));
    const { body, text } = await call(baseUrl, { method: 'GET', path: '/projects', key });
    projects = text;
    t.is(body.page.total, 4);
    t.is(body.data[2].invoiceTotals[0].outstandingCents, 499_800);
    const link = new URL(await first.says(/(http:\S+\/sign-in\/\S+)/));
    t.is(link.origin, baseUrl);
    const browser = new Browser(baseUrl);
    t.is((await browser.press(await browser.get(link.pathname), 'Sign in')).location, '/');
    t.regex((await browser.get('/')).text, /owner@larkspur\.example[\s\S]*INV-0004/);
    t.is((await browser.get(link.pathname)).status, 404);

    // The command doesn't know the port that the service listens on.
    const asked = async (...args: string[]) =>
      JSON.parse((await command([...args, '--json'], { DATA_DIR: dataDir, DATABASE_URL: '' })).stdout);
    const { workspaces } = await asked('workspace', 'list');
    const { members } = await asked('member', 'list', '--workspace', workspaces[0].id);
    const { url } = await asked('member', 'sign-in', members[0].id);
    t.is(new URL(url).origin, baseUrl);

    const second = launch(t, 'start', { DATA_DIR: dataDir, PORT: '0' });
    t.is(await second.ended, 1);
    t.regex(second.output(), /^Another Corkboard is running on .*\n$/);

    const write = await begun(link.port, key, '/api/v1/clients');
    // Heroku and a terminal signal both npm and the script, and npm passes its signal on to the script.
    process.kill(-first.child.pid!, 'SIGINT');
    await eventually(() => refusesConnections(baseUrl));
    t.is(await write.end({ name: 'In flight' }), 201);
    t.is(await first.ended, 0);
    // A worker's last action is to tell the database that it has stopped.
    t.notRegex(first.output(), /"level":[56]0|could not report that it has stopped/);
  },
);

test.serial(
  'later starts keep the data, also after SIGKILL, and end in one line if PostgreSQL ends by itself',
  async t => {
    const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'https://cork.example' };
    const killed = launch(t, 'start', env);
    await killed.says(/serving on/);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const start = launch(t, 'start', env);
    const port = await start.says(/serving on https:\/\/cork\.example \(port (\d+)\)/);
    t.notRegex(start.output(), /crk_|sign-in/);
    const again = await call(`http://127.0.0.1:${port}`, { method: 'GET', path: '/projects', key });
    t.is(again.text, projects);
    const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGINT');
    t.is(await start.ended, 1);
    t.regex(start.output(), /\nThe embedded PostgreSQL has ended\.\n$/);
  },
);
