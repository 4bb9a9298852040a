import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { newFolder } from './support/folder.ts';

// The rules of biome in test/lint, which guard against habits, and not against cunning.

const root = join(import.meta.dirname, '..');

/** How many times the rules for a folder's files are broken by code. */
async function broken(t: ExecutionContext, folder: string, code: string): Promise<number> {
  const place = await newFolder(t);
  await mkdir(join(place, folder));
  await writeFile(join(place, folder, 'code.ts'), code);
  const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  const config = JSON.stringify({ overrides }).replaceAll('./test/lint', join(root, 'test/lint'));
  await writeFile(join(place, 'biome.json'), config);
  const args = ['lint', '--colors=off', '--only=plugin', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync('biome', args, { cwd: place, encoding: 'utf8' });
  return `${stdout}${stderr}`.match(/ plugin ━/g)?.length ?? 0;
}

const unbounded = [
  'while (!(await isDone())) await pause(10);',
  'while (await isAtIt());',
  'if (n > 25) while (!restarted) await pause(10);',
  'for (;;) {\n  if (await isDone()) break;\n}',
  'for (; !done; ) await pause(10);',
  'while (count < 3) {\n  const answer = await ask();\n\n  count += answer;\n}',
  'do {\n  await pause(10);\n} while (!done);',
  'do counts.push(await ask());\nwhile (counts.at(-1) !== 0);',
];
const bounded = [
  'await eventually(isDone);',
  'while (queue.length > 0) queue.pop();\nawait done;',
  'while (performance.now() < end) await pause(10);',
  'while (!signal.aborted) {\n  await ask();\n}',
  'for (let i = 0; i < 10; i++) await ask();',
  'for (const one of all) await one;',
];

test('every wait in a test has a bound', async t => {
  t.is(await broken(t, 'test', unbounded.join('\n')), unbounded.length);
  t.is(await broken(t, 'test', bounded.join('\n')), 0);
  t.is(await broken(t, 'src', unbounded.join('\n')), 0);
});

const hidden = [
  `import { parsers } from '_http_common';`,
  `import timers from 'node:internal/timers';`,
  `const [parse] = socket.listeners('data');`,
  'socket.destroySoon = () => closeGently(socket);',
  'req.socket.end = () => {};',
  'server.close = stop;',
  'process.stdout.write = heard;',
  'Object.assign(socket, { write: heard });',
  `Object.defineProperty(server, 'emit', { value: heard });`,
  'if (res._headerSent) stop();',
  `socket['_handle'].readStop();`,
  'socket.parser.pause();',
  'response.assignSocket(socket);',
  'res.shouldKeepAlive = false;',
  `process.binding('http_parser');`,
  'const [key] = Object.getOwnPropertySymbols(socket);',
];
const documented = [
  'server.timeout = given.stuckMs;',
  'req.url = originForm(req.url);',
  '// socket.destroySoon = nothing',
  'class Own extends Readable { override _read(): void {} }',
  'socket.end(text);',
  'Connection.of(socket).end(() => {});',
  'schema._zod.def;',
];

test('the service uses no private part of Node', async t => {
  t.is(await broken(t, 'src', hidden.join('\n')), hidden.length);
  t.is(await broken(t, 'src', documented.join('\n')), 0);
});
