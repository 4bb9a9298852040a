import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';
import { reach } from '../../src/bin/reach.ts';
import { migrate } from '../../src/database/migrate.ts';
import { checkReleased } from '../../src/database/released.ts';
import { whileAway } from '../../src/database/whileAway.ts';
import { StartError } from '../../src/errors/startError.ts';
import { eventually } from '../support/eventually.ts';
import { type Launched, launch } from '../support/launch.ts';
import { printedErrors } from '../support/loggedLines.ts';
import { addressOf, connected } from '../support/postgres.ts';
import { asService } from '../support/role.ts';
import { sharedWorld } from '../support/world.ts';

// Processes that start while the database is away, starting or out of connections wait for it. They end if someone has to
// change something first.
const w = sharedWorld(test, 'processes');
const errors = printedErrors(test);

/** PostgreSQL's answer to those who connect while it starts (ErrorResponse in its protocol). */
function starting(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

/** What stands in the way to the tests' PostgreSQL: nothing listens, it starts, or nothing. */
type State = 'away' | 'starting' | 'there';

/** The address of this file's database on a port of its own, behind which it is in one state after the other. */
async function database(t: ExecutionContext) {
  const { hostname, port: behind } = new URL(w.databaseUrl);
  let state: State = 'away';
  const sockets = new Set<Socket>();
  const server = createServer(client => {
    sockets.add(client.on('error', () => {}));
    if (state === 'starting') return void client.once('data', () => client.end(starting()));
    const server = connect(Number(behind), hostname).on('error', () => client.destroy());
    client.pipe(server).pipe(client);
    return undefined;
  });
  // Nothing listens on the port of a connection's end, and no other test gets it meanwhile.
  const keeper = createServer(socket => socket.resume());
  const taken = connect({ port: await listen(keeper), host: '127.0.0.1', localAddress: '127.0.0.1' });
  await Promise.all([once(keeper, 'connection'), once(taken, 'connect')]);
  keeper.close();
  const port = taken.localPort!;
  t.teardown(() => {
    taken.destroy();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: Object.assign(new URL(w.databaseUrl), { host: `127.0.0.1:${port}`, search: '' }).href,
    become: async (next: State) => {
      if (state === 'away') {
        taken.destroy();
        await once(server.listen(port, '127.0.0.1'), 'listening');
      }
      state = next;
    },
  };
}

const ready = (port: string) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(async response => [
    response.status,
    ((await response.json()) as { reason?: string }).reason,
  ]);

const timesSaid = ({ output }: Launched, text: RegExp) =>
  output()
    .split('\n')
    .filter(line => text.test(line)).length;

const waits = [503, 'The process waits for its database.'];

test('web waits for a database that is away and then starts: it listens, is not ready, and says so once', async t => {
  const { url, become } = await database(t);
  const { key } = await w.workspace();
  const web = launch(t, 'web', { DATABASE_URL: url, PORT: '0' });
  const port = await web.says(/"port":(\d+),"msg":"web is listening"/);
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
  t.is((await get('/healthz')).status, 200);
  t.deepEqual(await ready(port), waits);
  const refused = await get('/api/v1/me');
  t.is(refused.status, 500);
  t.is(((await refused.json()) as { code: string }).code, 'internal');
  await web.says(/"cause":"database"/);
  await become('starting');
  t.deepEqual(await ready(port), waits);
  await become('there');
  await web.says(/web is serving/);
  t.deepEqual(await ready(port), [200, undefined]);
  t.is((await get('/api/v1/me')).status, 200);
  t.is(timesSaid(web, /web waits for the database/), 1);
  web.child.kill('SIGTERM');
  t.is(await web.ended, 0, web.output());
});

test('worker waits for a database that starts, is not ready, and says so once', async t => {
  const { url, become } = await database(t);
  await become('starting');
  const worker = launch(t, 'worker', { DATABASE_URL: url, METRICS_PORT: '0' });
  const port = await worker.says(/"metricsPort":(\d+)/);
  await worker.says(/"reason":"Can't connect to the database: the database system is starting up/);
  t.is((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
  t.is((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 200);
  t.deepEqual(await ready(port), waits);
  await become('there');
  await worker.says(/worker is working/);
  await eventually(async () => (await ready(port))[0] === 200);
  t.is(timesSaid(worker, /worker waits for the database/), 1);
  worker.child.kill('SIGTERM');
  t.is(await worker.ended, 0, worker.output());
});

// That a process then ends with 0 is tried in faults.test.ts.
test('web, worker and a release that are told to stop stop waiting', async t => {
  const { url } = await database(t);
  for (const process of ['web', 'worker'] as const) {
    const stopping = new AbortController();
    const { reached } = await reach(url, process, stopping.signal);
    stopping.abort();
    await t.throwsAsync(reached, { is: stopping.signal.reason }, process);
  }
  const stopping = new AbortController();
  const release = migrate(url, { signal: stopping.signal });
  stopping.abort();
  await t.throwsAsync(release, { is: stopping.signal.reason });
});

/** A role that may have `most` connections. Answers the address of the database for it. */
async function roleWith(t: ExecutionContext, name: string, options: string): Promise<string> {
  const url = Object.assign(new URL(asService(w.databaseUrl)), { username: name });
  await w.sql(`create role ${name} login password '${decodeURIComponent(url.password)}' ${options}`);
  t.teardown(() => w.sql(`drop role ${name}`));
  return url.href;
}

test('a process waits until a connection is free', async t => {
  const role = 'corkboard_test_crowded';
  const url = await roleWith(t, role, 'connection limit 1 in role corkboard_app');
  const other = await connected(t, url);
  const reasons: string[] = [];
  const attempt = () =>
    checkReleased(url, 'worker').catch((error: Error) => {
      reasons.push(error.message);
      throw error;
    });
  const reached = whileAway(attempt, { onAway: () => {} });
  await eventually(() => reasons.some(reason => /too many connections/.test(reason)));
  await other.end();
  await w.sql(`alter role ${role} connection limit 20`);
  await t.notThrowsAsync(reached);
});

test('a release waits for a database that is away', async t => {
  const { url, become } = await database(t);
  const release = migrate(url);
  const { host } = new URL(url);
  const said = RegExp(
    `^Can't connect to the database: connect ECONNREFUSED ${host}\\. Waiting for it for up to 60 seconds\\.$`,
  );
  await eventually(() => errors.some(line => said.test(line)));
  await become('there');
  await t.notThrowsAsync(release);
  t.is(errors.filter(line => line.includes(host)).length, 1);
});

test('a release gives up when the database stays away', async t => {
  const { url } = await database(t);
  await t.throwsAsync(migrate(url, { awayMs: 1_500 }), {
    instanceOf: StartError,
    message: /^Can't connect to the database: connect ECONNREFUSED/,
  });
});

/** What each process waits for; `start` does what `release` does. */
const beginnings: Record<string, (url: string) => Promise<unknown>> = {
  web: url => whileAway(() => checkReleased(url, 'web'), { onAway: () => {} }),
  worker: url => whileAway(() => checkReleased(url, 'worker'), { onAway: () => {} }),
  release: url => migrate(url),
};

for (const [what, change, reason] of [
  [
    'a wrong password',
    { password: 'wrong' },
    /^Can't connect to the database: password authentication failed for user[^\n]+$/,
  ],
  [
    'an unknown database',
    { pathname: '/nothing' },
    /^Can't connect to the database: database "nothing" does[^\n]+$/,
  ],
] as const) {
  test(`${what} stops every process in one line`, async t => {
    const { href: url } = Object.assign(new URL(w.databaseUrl), change as Partial<URL>);
    for (const [process, begin] of Object.entries(beginnings))
      await t.throwsAsync(begin(url), { instanceOf: StartError, message: reason }, process);
  });
}

test('a role without rights stops every process in one line', async t => {
  const url = await roleWith(t, 'corkboard_test_powerless', '');
  await t.throwsAsync(migrate(url), {
    instanceOf: StartError,
    message: /^A release needs the role[^\n]+permission denied for [^\n]+$/,
  });
  await t.throwsAsync(reach(url, 'web', new AbortController().signal), {
    instanceOf: StartError,
    message: /^The role in DATABASE_URL may not do what web does: permission denied for [^\n]+$/,
  });
});

test('a database that turns out to be of no use ends a process that waited for it', async t => {
  const { url, become } = await database(t);
  const unknown = addressOf(url, 'nothing');
  const web = launch(t, 'web', { DATABASE_URL: unknown, PORT: '0' });
  await web.says(/web is listening/);
  await become('there');
  t.is(await web.ended, 1);
  t.regex(web.output(), /\nCan't connect to the database: database "nothing" does not exist\.\n$/);
});
