import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { catalogue } from '../src/operations/catalogue.ts';
import { document } from '../test/support/contract.ts';
import { examples } from '../test/support/examples.ts';
import { world } from '../test/support/world.ts';

// Prism is a proxy between a client and the running server. It forwards everything, and reports how requests and
// responses differ from the description.
const w = world(test);

/** Starts Prism with a description, in front of this file's server. Returns its address. */
async function prism(description: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-contract-'));
  w.atEnd(() => rm(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(description));
  const bin = join(import.meta.dirname, 'node_modules/.bin/prism');
  const child = spawn(process.execPath, [bin, 'proxy', file, w.baseUrl, '--port=0', '--cors=false']);
  w.atEnd(() => child.kill());
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', data => {
      printed += data;
      const address = /Prism is listening on (http:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.on('close', () => reject(new Error(`Prism has ended: ${printed}`)));
  });
}

interface Sent {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Sends a request through Prism. Returns the status and Prism's objections, which begin with the place: request.body,
 * response.header…
 */
async function through(proxy: string, key: string, { method, path, body, headers }: Sent) {
  const response = await fetch(`${proxy}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  await response.arrayBuffer();
  const violations: { location: string[]; message: string }[] = JSON.parse(
    response.headers.get('sl-violations') ?? '[]',
  );
  return {
    status: response.status,
    objections: violations.map(({ location, message }) => `${location.join('.')}: ${message}`),
  };
}

let started: Promise<string> | undefined;
/** The address of the Prism instance that all these tests share. */
const proxy = () => {
  started ??= prism(document);
  return started;
};

// The tests run serially, because they share one Prism process, in which concurrent requests could time out.
for (const { name, method } of catalogue) {
  test.serial(`${name}: a valid request, its response and a replay match the description`, async t => {
    const studio = await w.workspace();
    const request = { method, ...(await examples(studio))[name]!, headers: { 'Idempotency-Key': 'again' } };
    for (let i = 0; i < 2; i++) {
      const { status, objections } = await through(await proxy(), studio.key, request);
      t.is(status, method === 'GET' ? 200 : 201);
      t.deepEqual(objections, []);
    }
  });

  test.serial(`${name}: the responses to invalid requests match the description`, async t => {
    const studio = await w.workspace();
    const reader = await studio.keyWith();
    const good = { method, ...(await examples(studio))[name]! };
    const project = good.path.split('/')[2];
    const bad: [Sent, key?: string][] = [
      [good, 'crk_unknown'],
      [{ ...good, headers: { Authorization: 'Basic abc' } }],
      ...(project ? [[{ ...good, path: good.path.replace(project, 'nonsense') }] as [Sent]] : []),
      ...(method === 'GET' ? badReads(good) : badWrites(good, reader.key)),
    ];
    for (const [request, key = studio.key] of bad) {
      const { status, objections } = await through(await proxy(), key, request);
      // A read ignores query parameters that it doesn't know, even if they are malformed.
      t.true(status >= 400 || request.path.includes('?'), JSON.stringify(request).slice(0, 200));
      t.deepEqual(
        objections.filter(objection => objection.startsWith('response')),
        [],
      );
    }
  });
}

const badReads = (good: Sent): [Sent][] =>
  ['page=0', 'page=x', 'per_page=', 'status=unknown'].map(query => [
    { ...good, path: `${good.path}?${query}` },
  ]);

/** Bodies that aren't JSON are tested elsewhere, because Prism itself rejects them. */
const badWrites = (good: Sent, reader: string): [Sent, key?: string][] => [
  [good, reader],
  [{ ...good, body: [] }],
  [{ ...good, body: {} }],
  [{ ...good, body: { ...(good.body as object), colour: 'red' } }],
  [{ ...good, body: { name: 'x'.repeat(70_000) } }],
  [{ ...good, headers: { 'Idempotency-Key': 'a b' } }],
  ...Object.keys(good.body as object).map(
    field => [{ ...good, body: { ...(good.body as object), [field]: { a: 1 } } }] as [Sent],
  ),
];

test('a field, a status or a header that differs from the description is found', async t => {
  const studio = await w.workspace();
  const { path } = (await examples(studio)).listClients!;
  const worse = structuredClone(document);
  const { responses } = worse.paths[`/api/v1${path}`].get;
  delete worse.components.schemas.ClientSummary.properties.company;
  delete responses[422];
  worse.components.headers['Request-Id'].schema = { type: 'integer' };
  const elsewhere = await prism(worse);
  const leaky = await through(elsewhere, studio.key, { method: 'GET', path });
  t.true(leaky.objections.some(objection => /^response.body.*additional properties/.test(objection)));
  t.true(leaky.objections.some(objection => /^response.header.*integer/.test(objection)));
  const { objections } = await through(elsewhere, studio.key, { method: 'GET', path: `${path}?page=0` });
  t.true(
    objections.some(objection => /^response: Unable to match the returned status code/.test(objection)),
    objections.join(),
  );
});
