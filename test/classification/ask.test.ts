import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { ask } from '../../src/classification/ask.ts';
import { RemoteError } from '../../src/errors/serviceError.ts';
import { answer, complete, inScope, model } from '../support/model.ts';
import { peer } from '../support/receiver.ts';

const secret = 'sk-never-to-be-seen';
const subject = {
  scope: { deliverables: ['Home page'] },
  revision: { roundNumber: 1, description: 'Calmer' },
};

/** A model of the test's own, and a question to it. */
async function asking(t: ExecutionContext, behavior?: (res: ServerResponse) => unknown) {
  const ai = await model();
  t.teardown(ai.stop);
  if (behavior) ai.behaves(behavior);
  const put = (limitMs = 60_000, apiKey: string | undefined = secret) =>
    ask({ baseUrl: ai.baseUrl, apiKey, model: 'small' }, subject, AbortSignal.timeout(limitMs));
  return { ...ai, put };
}

test('a request has the model, the key, a schema and two messages; only the second contains the description', async t => {
  const { put, asked, baseUrl } = await asking(t);
  t.deepEqual(await put(), inScope as never);
  const [{ path, headers, body }] = asked as [(typeof asked)[0]];
  t.is(path, '/v1/chat/completions');
  t.is(headers.authorization, `Bearer ${secret}`);
  t.is(body.model, 'small');
  t.is(body.response_format.json_schema.strict, true);
  t.deepEqual(body.response_format.json_schema.schema.required, ['verdict', 'reason', 'question']);
  const roles = body.messages.map((message: { role: string }) => message.role);
  t.deepEqual(roles, ['system', 'user']);
  t.deepEqual(JSON.parse(body.messages[1].content), subject);
  t.false(body.messages[0].content.includes('Calmer'));
  await ask({ baseUrl, apiKey: undefined, model: 'm' }, subject, AbortSignal.timeout(60_000));
  t.is(asked[1]!.headers.authorization, undefined, 'a local model may have no key');
});

for (const status of [400, 422]) {
  test(`a server that answers ${status} to a schema is asked without one`, async t => {
    const { put, behaves, asked } = await asking(t);
    behaves((res, { body }) => {
      if (!body.response_format) return answer(res, inScope);
      res.writeHead(status).end('{"error":{"message":"response_format is not supported"}}');
    });
    t.deepEqual(await put(), inScope as never);
    t.is(asked.length, 2);
  });
}

test('a passing fault isn’t noticed by the caller', async t => {
  let tries = 0;
  const { put } = await asking(t, res => {
    if (++tries > 1) return answer(res, inScope);
    res.writeHead(503).end();
  });
  t.deepEqual(await put(), inScope as never);
});

test('a redirect is not followed, and nothing is sent elsewhere', async t => {
  const elsewhere = await model();
  t.teardown(elsewhere.stop);
  const { put } = await asking(t, res => {
    res.writeHead(308, { Location: `${elsewhere.baseUrl}/chat/completions` }).end();
  });
  await t.throwsAsync(put, { instanceOf: RemoteError, message: /308/ });
  t.deepEqual(elsewhere.asked, []);
});

test('an error has the status, and nothing that the endpoint sent', async t => {
  const { put } = await asking(t, res => {
    res.writeHead(401, { 'Content-Type': 'application/json', 'X-Echo': secret });
    res.end(JSON.stringify({ error: { message: `Your key ${secret} is bad`, code: secret } }));
  });
  const error = await t.throwsAsync(put, { instanceOf: RemoteError });
  t.is(error!.message, 'The classification endpoint answered with status 401.');
  t.false(`${error!.stack}${JSON.stringify(error)}${error!.cause}`.includes(secret));
});

/** What is at the port of the endpoint, if no HTTP server is. */
const absent: Record<string, string | null> = {
  'no server': null,
  'a server of another protocol': 'SSH-2.0-OpenSSH_9.2\r\n',
  'a server that hangs up in its answer': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"choi',
};
for (const [name, says] of Object.entries(absent)) {
  test(`${name} is an error before the deadline`, async t => {
    // Port 1 is free unless tcpmux runs. That of a server that was stopped may soon be another server's.
    const port =
      says === null ? 1 : (await peer(t, socket => socket.on('data', () => socket.end(says)))).port;
    const endpoint = { baseUrl: `http://127.0.0.1:${port}`, apiKey: secret, model: 'm' };
    await t.throwsAsync(ask(endpoint, subject, AbortSignal.timeout(60_000)), {
      instanceOf: RemoteError,
      message: /could not be reached/,
    });
  });
}

/** What an endpoint that will not come to an end is ended by. */
const silent: Record<string, (res: ServerResponse) => unknown> = {
  'says nothing': () => {},
  'says nothing after its headers': res =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders(),
  'drips a byte at a time': res => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    const drip = setInterval(() => res.write(' '), 20);
    res.on('close', () => clearInterval(drip));
  },
  'wants to be asked again in a minute': res => res.writeHead(429, { 'Retry-After': '59' }).end(),
};
for (const [name, behavior] of Object.entries(silent)) {
  test(`an endpoint that ${name} is left at the deadline`, async t => {
    const { put } = await asking(t, behavior);
    await t.throwsAsync(put(500), { instanceOf: RemoteError, message: /took too long/ });
  });
}

test('an endless answer is cut off, and the connection with it', async t => {
  let sent = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const megabyte = Buffer.alloc(1_048_576, '[');
  const { put, asked } = await asking(t, res => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    closed = once(res, 'close');
    const more = () => {
      while (!res.destroyed && res.write(megabyte)) sent++;
    };
    res.on('drain', more);
    more();
  });
  t.is(await put(), null);
  await closed;
  t.true(sent < 100, `${sent} MB`);
  t.is(asked.length, 1);
});

// Serial, so that nothing else takes memory meanwhile.
test.serial('a small answer that decompresses to a large one is cut off too', async t => {
  const bomb = gzipSync(Buffer.alloc(100 * 1_048_576, ' '));
  const { put } = await asking(t, res => {
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb);
  });
  const before = process.memoryUsage().rss;
  t.is(await put(), null);
  t.true(process.memoryUsage().rss - before < 80 * 1_048_576);
});

const json = (body: string | Buffer) => (res: ServerResponse) =>
  res.setHeader('Content-Type', 'application/json').end(body);

// What isn't a verdict in valid JSON is tried on its reader (verdict.test.ts).
const nonsense: Record<string, (res: ServerResponse) => unknown> = {
  'no body': res => res.writeHead(204).end(),
  'a web page that claims to be JSON': json('<html>Welcome</html>'),
  'invalid UTF-8': json(Buffer.from([0x7b, 0xff, 0xfe, 0x22])),
  'deep nesting': json(`{"choices":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  'a refusal': res => complete(res, { role: 'assistant', content: null, refusal: 'No.' }),
  'a stream of events': res =>
    res.setHeader('Content-Type', 'text/event-stream').end('data: {"choices":[]}\n\ndata: [DONE]\n\n'),
};
test('nonsense is an unusable answer, requested once', async t => {
  const { put, asked, behaves } = await asking(t);
  for (const [n, [name, behavior]] of Object.entries(nonsense).entries()) {
    behaves(behavior);
    t.is(await put(), null, name);
    t.is(asked.length, n + 1, name);
  }
});
