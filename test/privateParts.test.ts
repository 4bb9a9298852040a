import { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import test from 'ava';

// What Node does not document may change in any of its releases. This test reads text, so it does not see what is reached
// by a computed name, or through a method that is passed on; it is there against the habit, and not against cunning.

const root = join(import.meta.dirname, '..');

/** The methods of Node's own objects: to assign one is to change Node. */
const methods = new Set(
  [ChildProcess, EventEmitter, IncomingMessage, Server, ServerResponse, Socket, Duplex].flatMap(Class => {
    const names: string[] = [];
    for (
      let { prototype } = Class;
      prototype !== Object.prototype;
      prototype = Object.getPrototypeOf(prototype)
    ) {
      names.push(...Object.getOwnPropertyNames(prototype));
    }
    return names;
  }),
);

const isMethod = (name: string) => methods.has(name) && name !== 'constructor';

/** What is private wherever it stands, and why. `_meta` is MCP's, and `_zod` is what zod documents for libraries on top of it. */
const signs: [RegExp, string][] = [
  [/(?:\.|\[['"`])_(?!(?:meta|zod)\b)[a-z]\w*/gi, 'a property whose name begins with an underscore'],
  [/\.(?:listeners|rawListeners|removeAllListeners)\b/g, 'the listeners of others'],
  [/\bprocess\.(?:binding|_linkedBinding)\b|\binternalBinding\b/g, 'a binding'],
  [/['"`](?:node:)?(?:internal\/|_(?:http|tls|stream)_)[\w/]*/g, 'an internal module'],
  [/--expose[-_]internals/g, 'an internal module'],
  [/\b(?:getOwnPropertySymbols|Reflect\.ownKeys)\b/g, 'symbols of others'],
  [/\b\w*[sS]ocket\w*\??\.(?:parser|server|_handle)\b/g, 'an undocumented property of sockets'],
  [
    /\.(?:assignSocket|detachSocket|httpAllowHalfOpen|shouldKeepAlive|useChunkedEncodingByDefault)\b/g,
    'an undocumented property',
  ],
];

/** Without comments, which may name what they please. */
const codeOf = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** What a source uses of Node's private parts. */
function privateParts(source: string): string[] {
  const code = codeOf(source);
  const found = signs.flatMap(([sign, what]) => [...code.matchAll(sign)].map(([text]) => `${text}: ${what}`));
  for (const [text, name] of code.matchAll(/(?<!this)\.(\w+) = /g)) {
    if (isMethod(name!)) found.push(`${text}: a method of Node is replaced`);
  }
  for (const [text, name] of code.matchAll(
    /\b(?:assign|defineProperty)\([^,]*[sS](?:ocket|erver|tream)\b[^)]*?\b(\w+)\b/g,
  )) {
    if (isMethod(name!)) found.push(`${text}: a method of Node is replaced`);
  }
  return found;
}

const files = globSync('{src,tasks}/**/*.{ts,js}', { cwd: root }).filter(file => !file.includes('assets'));

test('the service uses no private part of Node', t => {
  t.true(files.length > 200);
  const found = files.flatMap(file =>
    privateParts(readFileSync(join(root, file), 'utf8')).map(part => `${file}: ${part}`),
  );
  t.deepEqual(found, []);
});

for (const code of [
  `const [parse] = socket.listeners('data');`,
  'socket.destroySoon = () => closeGently(socket);',
  'req.socket.end = () => {};',
  'server.close = stop;',
  'process.stdout.write = heard;',
  `Object.assign(socket, { write: heard });`,
  `Object.defineProperty(server, 'emit', { value: heard });`,
  'if (res._headerSent) return;',
  `socket['_handle'].readStop();`,
  'socket._readableState.highWaterMark = 1;',
  'socket.parser.pause();',
  'response.assignSocket(socket);',
  'res.shouldKeepAlive = false;',
  `process.binding('http_parser');`,
  `import { parsers } from '_http_common';`,
  `import timers from 'node:internal/timers';`,
  `const [key] = Object.getOwnPropertySymbols(socket);`,
]) {
  test(`a private part is found: ${code}`, t => {
    t.not(privateParts(code).length, 0);
  });
}

for (const code of [
  'server.timeout = given.stuckMs;',
  'req.url = originForm(req.url);',
  '// socket.destroySoon = nothing',
  'override _read(): void {}',
  'socket.end(text);',
  'Connection.of(socket).end(() => {});',
]) {
  test(`a public part is allowed: ${code}`, t => {
    t.deepEqual(privateParts(code), []);
  });
}
