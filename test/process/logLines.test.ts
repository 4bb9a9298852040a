import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../../harness/listen.ts';
import { eventually } from '../support/eventually.ts';
import { type Launched, launch, launchCommand } from '../support/launch.ts';
import { openSocket } from '../support/socket.ts';
import { sharedWorld } from '../support/world.ts';

// The log buffers its lines for a moment before it writes them.
const w = sharedWorld(test, 'processes');

const listening = /"port":(\d+)/;
const env = () => ({ DATABASE_URL: w.serviceUrl, PORT: '0' });

test('every request that is answered before a signal ends web has its log line, also while the log isn’t read, and nothing else is logged after the signal', async t => {
  const web = launch(t, 'web', env());
  const baseUrl = `http://127.0.0.1:${await web.says(listening)}`;
  const ids: string[] = [];
  const ask = async () => {
    const response = await fetch(`${baseUrl}/healthz`).catch(() => null);
    if (response !== null) ids.push(response.headers.get('request-id')!);
    return response !== null;
  };
  web.child.stdout!.pause();
  // Far more lines than the pipe holds (64 KB).
  for (let i = 0; i < 25; i++) t.false((await Promise.all(Array.from({ length: 40 }, ask))).includes(false));
  web.child.stdout!.resume();
  const asking = Array.from({ length: 20 }, async () => {
    const end = performance.now() + 60_000;
    while (performance.now() < end && (await ask()));
  });
  await eventually(() => ids.length > 1_200);
  web.child.kill('SIGINT');
  await Promise.all(asking);
  t.is(await web.ended, 0);
  const lines = web
    .output()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  const logged = new Set(lines.map(({ requestId }) => requestId));
  t.deepEqual(
    ids.filter(id => !logged.has(id)),
    [],
  );
  const { time, ...stopping } = lines.find(({ msg }) => msg === 'stopping');
  t.deepEqual(stopping, { level: 30, signal: 'SIGINT', msg: 'stopping' });
  t.is(lines.findLast(({ msg }) => msg !== 'request').msg, 'stopping');
});

/** A web process keeps answering for a second, and can be stopped. */
async function keepsWorking(t: ExecutionContext, web: Launched, baseUrl: string) {
  const socket = await openSocket(baseUrl);
  for (let i = 0; i < 10; i++) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await once(socket, 'data');
    t.regex(String(answer), /^HTTP\/1\.1 200/);
    // The log buffers lines for less time than this.
    await pause(120);
  }
  socket.destroy();
  // As a terminal does that is closed.
  web.child.kill('SIGHUP');
  t.is(await web.ended, 0);
}

test('a web process whose log is closed keeps answering', async t => {
  const web = launch(t, 'web', env());
  const baseUrl = `http://127.0.0.1:${await web.says(listening)}`;
  web.child.stdout!.destroy();
  await keepsWorking(t, web, baseUrl);
});

(existsSync('/dev/full') ? test : test.skip)(
  'so does one whose log is on a full disk, and says why it has none',
  async t => {
    const port = await freePort();
    const web = launchCommand(t, 'web', { ...env(), PORT: `${port}` }, [
      'sh',
      '-c',
      'exec "$0" src/bin/web.ts > /dev/full',
      process.execPath,
    ]);
    await web.says(/^The log can't be written: ENOSPC/m);
    await eventually(() =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    await keepsWorking(t, web, `http://127.0.0.1:${port}`);
  },
);
