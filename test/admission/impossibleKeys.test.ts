import test from 'ava';
import { limits } from '../../src/database/connect.ts';
import { unknownKey } from '../support/call.ts';
import { hold } from '../support/hold.ts';
import { exchange, lasting } from '../support/socket.ts';
import { world } from '../support/world.ts';

// A text without the form of a key is rejected without the database, which doesn't answer here.
const w = world(test, { waits: limits.web });

/** Values of Authorization without a key. Other texts that can't be one are tried on the check (secretSuffix.test.ts). */
const impossible = [
  ...['', 'Bearer', 'Basic abc', 'Bearer x y'],
  ...[`Bearer crk_${'A'.repeat(64)}=`, `Bearer ${'x'.repeat(8_000)}`],
];

/** A request, without its body where one is announced. */
const ask = (line: string, authorization: string) =>
  `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\n${line.startsWith('POST') ? 'Content-Length: 60000\r\n' : ''}\r\n`;

const answerTo = async (line: string, authorization: string) =>
  lasting(await exchange(w.baseUrl, [ask(line, authorization)], () => false));

for (const line of [
  'GET /api/v1/me',
  'POST /api/v1/clients',
  'GET /api/v1/nothing',
  'POST /api/mcp',
  'DELETE /api/mcp',
]) {
  test.serial(
    `${line} with a text that can’t be a key gets the usual 401, without asking the database`,
    async t => {
      const unknown = line === 'POST /api/mcp' ? 'GET /api/v1/me' : line;
      const expected = await answerTo(unknown, `Bearer ${unknownKey}`);
      t.regex(expected, /^HTTP\/1.1 401 /);
      const { release } = await hold(t, w.db, 'lock table corkboard.api_keys');
      for (const none of impossible) t.is(await answerTo(line, none), expected, none);
      await release();
    },
  );
}
