import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { Browser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/folder.ts';
import { launchCommand } from '../support/launch.ts';
import { signIn } from '../support/session.ts';
import { missing } from '../support/toolchain.ts';
import { within } from '../support/within.ts';
import { sharedWorld } from '../support/world.ts';

// The system's resolver asks a name server that never answers. Only root can give a process another name server.

const w = sharedWorld(test, 'processes');

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
if (!isRoot) missing('root, to give a process a name server of the test');
const rooted = isRoot ? test.serial : test.serial.skip;

const nameServer = '127.0.0.153';

/**
 * A name server that answers every name with a public address, except names of silent.example, which it doesn't answer
 * at all. Returns the first labels of the names that it didn't answer.
 */
async function startNameServer(t: ExecutionContext): Promise<Set<string>> {
  const silent = new Set<string>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, end);
    const label = question.subarray(1, 1 + question[0]!);
    if (question.includes('silent')) return void silent.add(label.toString());
    const isIPv4 = question.readUInt16BE(question.length - 4) === 1;
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 14]);
    const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, question, ...(isIPv4 ? [answer] : [])]), port, address);
  });
  socket.bind(53, nameServer);
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  return silent;
}

/** A web process that uses that name server. */
async function startWeb(t: ExecutionContext) {
  const silent = await startNameServer(t);
  const file = join(await newFolder(t), 'resolv.conf');
  await writeFile(file, `nameserver ${nameServer}\noptions timeout:30 attempts:5\n`);
  const web = launchCommand(t, 'web', { DATABASE_URL: w.databaseUrl, PORT: '0' }, [
    ...['unshare', '--mount', 'sh', '-c', `mount --bind ${file} /etc/resolv.conf && exec "$@"`, 'sh'],
    ...[process.execPath, join(import.meta.dirname, '../../src/bin/web.ts')],
  ]);
  return { web, silent, baseUrl: `http://127.0.0.1:${await web.says(/"port":(\d+)/)}` };
}

rooted('names that no server answers, twelve at once of one tenant, hold up no other tenant', async t => {
  const { web, baseUrl, silent: asked } = await startWeb(t);
  const owner = async () => {
    const studio = await w.workspace();
    const browser = new Browser(baseUrl, await signIn(w, studio.id));
    const page = await browser.get('/settings/webhooks');
    // On a busy machine web may give up waiting for the database, which a person answers by pressing again.
    return (host: string) =>
      eventually(
        () => browser.press(page, 'Add endpoint', { url: `https://${host}/hook`, events: 'client.created' }),
        ({ status }) => status !== 500,
      );
  };
  const [one, another] = [await owner(), await owner()];
  const silent = Array.from({ length: 12 }, (_, n) => one(`name${n}.silent.example`));
  await eventually(
    () => asked.size,
    count => count >= 2,
  );
  const added = await another('hooks.example.com');
  t.is(added.status, 200, added.text + web.output());
  t.regex(added.text, /whsec_/);
  // The resolver itself waits for minutes.
  for (const { status, text } of await within(60_000, Promise.all(silent), () => 'no answers')) {
    t.is(status, 422, text);
    t.regex(text, /does not resolve to an address/);
  }
  // The tenant's other names waited for these two, which have kept their threads.
  t.is(asked.size, 2);
  // The process was not started by our commands, which set the number of its threads.
  const [, threads] = /Threads:\s*(\d+)/.exec(await readFile(`/proc/${web.child.pid}/status`, 'utf8'))!;
  t.true(Number(threads) > 64, threads);
});
