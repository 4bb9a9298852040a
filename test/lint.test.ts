import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { newFolder } from './support/folder.ts';
import { expressions, linearFile, notLinear } from './support/regularExpressions.ts';

// The rules of biome in test/lint, which guard against habits, and not against cunning.

const root = join(import.meta.dirname, '..');

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

test('every wait without a bound is found in tests, every private part of Node in the service, and nothing else', async t => {
  const place = await newFolder(t);
  const files = {
    'test/unbounded.ts': unbounded,
    'test/bounded.ts': bounded,
    'src/unbounded.ts': unbounded,
    'src/hidden.ts': hidden,
    'src/documented.ts': documented,
  };
  for (const folder of ['test', 'src']) await mkdir(join(place, folder));
  for (const [path, lines] of Object.entries(files)) await writeFile(join(place, path), lines.join('\n'));
  const { overrides } = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  const config = JSON.stringify({ overrides }).replaceAll('./test/lint', join(root, 'test/lint'));
  await writeFile(join(place, 'biome.json'), config);
  const args = ['lint', '--colors=off', '--only=plugin', '--max-diagnostics=none', '.'];
  const { stdout, stderr } = spawnSync('biome', args, { cwd: place, encoding: 'utf8' });
  const broken = `${stdout}${stderr}`.match(/^\S+(?=:\d+:\d+ plugin ━)/gm)!;
  const counts = Map.groupBy(broken, path => path);
  t.deepEqual([...counts].map(([path, found]) => [path, found.length]).sort(), [
    ['src/hidden.ts', hidden.length],
    ['test/unbounded.ts', unbounded.length],
  ]);
});

test('every regular expression takes linear time', async t => {
  const all = await expressions();
  const known = new Set((await readFile(linearFile, 'utf8')).split('\n'));
  const slow = await notLinear([...all.keys()].filter(one => !known.has(one)));
  t.deepEqual(
    slow.map(one => `${one} in ${all.get(one)}`),
    [],
  );
  // What finds them finds them: a literal, and one that is made of parts.
  t.true(all.has(String.raw`/[\s\p{Cc}]+/gu`));
  t.true([...all].some(([one, file]) => file === 'src/vocabulary/text.ts' && one.includes('@')));
  t.deepEqual(await notLinear(['/^\\S+@\\S+$/']), ['/^\\S+@\\S+$/']);
  // PostgreSQL matches by automata, in linear time, unless an expression refers back to a part of itself.
  const folder = join(root, 'sql/functions');
  const files = (await readdir(folder, { recursive: true })).filter(file => file.endsWith('.sql'));
  for (const file of files)
    t.notRegex(await readFile(join(folder, file), 'utf8'), /(?:~\*?|regexp_\w+\([^']*) *'[^']*\\[1-9]/, file);
});
