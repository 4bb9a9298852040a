import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { openSocket } from '../support/socket.ts';
import { world } from '../support/world.ts';

// The log buffers its lines for a moment before it writes them.
const w = world(test);

const listening = /"port":(\d+)/;
const env = () => ({ DATABASE_URL: w.serviceUrl, PORT: '0' });

test('every request that is answered before SIGTERM ends web has its log line', async t => {
  const web = launch(t, 'web', env());
  const baseUrl = `http://127.0.0.1:${await web.says(listening)}`;
  const ids: string[] = [];
  const ask = async () => {
    const end = performance.now() + 60_000;
    while (performance.now() < end) {
      const response = await fetch(`${baseUrl}/healthz`).catch(() => null);
      if (response === null) return;
      ids.push(response.headers.get('request-id')!);
    }
  };
  const asking = Promise.all(Array.from({ length: 20 }, ask));
  await eventually(
    () => ids.length,
    count => count > 500,
  );
  web.child.kill('SIGTERM');
  await asking;
  t.is(await web.ended, 0);
  const lines = web.output().trimEnd().split('\n');
  const logged = new Set(lines.map(line => JSON.parse(line).requestId));
  t.deepEqual(
    ids.filter(id => !logged.has(id)),
    [],
  );
});

test('a process that is told to stop logs that, and no other line after its last request', async t => {
  const web = launch(t, 'web', env());
  await web.says(listening);
  web.child.kill('SIGINT');
  t.is(await web.ended, 0);
  const { time, ...line } = JSON.parse(web.output().trimEnd().split('\n').at(-1)!);
  t.deepEqual(line, { level: 30, signal: 'SIGINT', msg: 'stopping' });
});

test('a web process whose log isn’t read keeps answering', async t => {
  const web = launch(t, 'web', env());
  const baseUrl = `http://127.0.0.1:${await web.says(listening)}`;
  web.child.stdout!.pause();
  // Far more lines than the pipe holds (64 KB).
  for (let i = 0; i < 50; i++) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${baseUrl}/healthz`)));
    t.true(answers.every(({ status }) => status === 200));
  }
  web.child.stdout!.resume();
  web.child.kill('SIGTERM');
  t.is(await web.ended, 0);
});

test('a web process whose log is closed keeps answering', async t => {
  const web = launch(t, 'web', env());
  const socket = await openSocket(`http://127.0.0.1:${await web.says(listening)}`);
  web.child.stdout!.destroy();
  for (let i = 0; i < 10; i++) {
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    const [answer] = await once(socket, 'data');
    t.regex(String(answer), /^HTTP\/1\.1 200/);
    // The log buffers lines for less time than this.
    await pause(120);
  }
  socket.destroy();
  web.child.kill('SIGTERM');
  t.is(await web.ended, 0);
});
