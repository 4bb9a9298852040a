import test from 'ava';
import { quotas } from '../../../src/admission/rates.ts';
import { serve } from '../../../src/bin/serve.ts';
import { readConfig } from '../../../src/config.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { type EventKind, events } from '../../../src/records/event.ts';
import { checkSchema, document } from '../../support/contract.ts';
import { sharedWorld } from '../../support/world.ts';

const w = sharedWorld(test, 'api');

const operations: any[] = Object.values<any>(document.paths).flatMap(Object.values);
const everything: any[] = [...walk(document)];

function* walk(value: unknown): Generator<any> {
  if (value === null || typeof value !== 'object') return;
  yield value;
  for (const inner of Object.values(value)) yield* walk(inner);
}

test('the description says what text may contain and that ids are UUIDs, also in filters', t => {
  t.regex(document.info.description!, /NUL or half of a surrogate pair/);
  const { parameters } = operations.find(({ operationId }) => operationId === 'listInvoices');
  t.is(parameters.find(({ name }: { name: string }) => name === 'project_id').schema.format, 'uuid');
});

test('/openapi.json needs no key and names its own server', async t => {
  const response = await fetch(`${w.baseUrl}/openapi.json`);
  t.is(response.status, 200);
  t.is(response.headers.get('content-type'), 'application/json');
  t.is(response.headers.get('cache-control'), 'no-store');
  const { port } = new URL(w.baseUrl);
  const here = { ...document, servers: [{ url: `http://localhost:${port}` }] };
  t.deepEqual(await response.json(), JSON.parse(JSON.stringify(here)));
  t.is(document.openapi, '3.1.0');
  t.is(document.info.version, '1.0.0');
  const head = await fetch(`${w.baseUrl}/openapi.json`, { method: 'HEAD' });
  t.is(head.headers.get('content-length'), response.headers.get('content-length'));
  t.is(await head.text(), '');
});

test('a public address is described without a trailing slash', async t => {
  const config = readConfig({ PORT: '0', PUBLIC_URL: 'https://board.example/' });
  const web = await serve(config, w.serviceUrl);
  const response = await fetch(`http://127.0.0.1:${web.port}/openapi.json`);
  t.deepEqual(((await response.json()) as any).servers, [{ url: 'https://board.example' }]);
  await web.stop();
});

test('it has every operation, with its scope and its tool', t => {
  t.deepEqual(
    operations.map(operation => [operation.operationId, operation['x-scope']]).sort(),
    catalogue.map(({ name, scope }) => [name, scope]).sort(),
  );
  for (const operation of operations) {
    t.is(
      operation['x-tool'].replace(/_(.)/g, (_: string, c: string) => c.toUpperCase()),
      operation.operationId,
    );
    t.true(operation.description.includes(`\`${operation['x-scope']}\``));
    t.true(operation.description.includes(`\`${operation['x-tool']}\``));
    t.deepEqual(operation.security, [{ key: [] }]);
  }
});

test('every operation has the statuses that the API specifies', t => {
  const read = ['200', '401', '402', '403', '429', '500'];
  const write = ['201', '400', '401', '402', '403', '413', '422', '429', '500'];
  const more: Record<string, string[]> = {
    listClients: ['422'],
    listProjects: ['422'],
    listInvoices: ['422'],
    getProject: ['404'],
    createProject: ['404'],
    draftScope: ['404', '409'],
    logRevision: ['404'],
    logTime: ['404'],
    draftInvoice: ['404'],
    addNote: ['404'],
  };
  for (const { operationId, responses, requestBody } of operations) {
    const expected = [...(requestBody ? write : read), ...(more[operationId] ?? [])].sort();
    t.deepEqual(Object.keys(responses).sort(), expected, operationId);
  }
});

test('every error has a valid example, and every write has one for each code of 422', t => {
  for (const { operationId, responses, requestBody } of operations) {
    for (const [status, { content }] of Object.entries<any>(responses)) {
      if (Number(status) < 400) continue;
      const { examples } = content['application/json'];
      t.true(Object.keys(examples).length > 0, `${operationId} ${status}`);
      for (const { value } of Object.values<any>(examples)) checkSchema('/components/schemas/Error', value);
    }
    if (!requestBody) continue;
    const codes = Object.values<any>(responses[422].content['application/json'].examples).map(
      ({ value }) => value.code,
    );
    t.deepEqual(codes.sort(), ['idempotency_mismatch', 'validation']);
  }
});

/** The schema of the body of a webhook of this kind. */
const payload = (kind: string) =>
  document.components.schemas[
    document.webhooks[kind].post.requestBody.content['application/json'].schema.$ref.split('/').at(-1)
  ];

test('every object is closed, except intake answers, whose keys are questions, and payloads', t => {
  const objects = everything.filter(value => value.type === 'object');
  t.true(objects.length > 40);
  const open = new Set(Object.keys(events).flatMap(kind => [payload(kind), payload(kind).properties.data]));
  for (const schema of objects) {
    if (schema.propertyNames) t.is(schema.additionalProperties.type, 'string');
    else if (open.has(schema)) t.false('additionalProperties' in schema);
    else t.is(schema.additionalProperties, false, JSON.stringify(schema).slice(0, 200));
  }
});

test('every record has a name, and others refer to it', t => {
  const { schemas } = document.components;
  const names =
    'Workspace Limits Client ClientSummary Project ProjectSummary ProjectDetail Scope Revision RevisionClassification TimeEntry Note Invoice LineItem Page Error';
  for (const name of names.split(' ')) t.is(schemas[name]?.type, 'object', name);
  const uses = (schema: string, name: string) =>
    t.true(JSON.stringify(schemas[schema]).includes(`"#/components/schemas/${name}"`), `${schema}: ${name}`);
  uses('ProjectDetail', 'Scope');
  uses('ProjectDetail', 'Invoice');
  uses('Invoice', 'LineItem');
  uses('ListClientsResponse', 'ClientSummary');
  uses('ListInvoicesResponse', 'Page');
  uses('LogRevisionResponse', 'RevisionClassification');
});

test('bounds are the real ones, not those of a double', t => {
  for (const { minimum, maximum } of everything) {
    t.true(!(Math.abs(minimum) > 1e9) && !(Math.abs(maximum) > 1e9));
  }
  const invoice =
    document.paths['/api/v1/invoices'].post.requestBody.content['application/json'].schema.properties;
  t.like(invoice.taxRateBps, { type: 'integer', minimum: 0, maximum: 10_000 });
  t.like(invoice.lineItems, { minItems: 1, maxItems: 50 });
  t.like(invoice.poNumber, { type: 'string', maxLength: 64 });
  t.is(invoice.kind.default, 'invoice');
});

test('request and response headers, and the rate limits, are described', t => {
  const { headers } = document.components;
  t.true(headers['RateLimit-Policy'].schema.example.includes(`q=${quotas.read};`));
  t.regex(headers['RateLimit-Policy'].schema.example, new RegExp(headers['RateLimit-Policy'].schema.pattern));
  t.regex(headers.RateLimit.schema.example, new RegExp(headers.RateLimit.schema.pattern));
  for (const { parameters, requestBody, responses } of operations) {
    const key = parameters.find(({ name }: any) => name === 'Idempotency-Key');
    t.is(key !== undefined, requestBody !== undefined);
    // A page that sends requests would fill it in, and the second request would be a mismatch.
    t.false(key !== undefined && ('example' in key || 'default' in key.schema));
    t.is('Idempotency-Replayed' in (responses[201]?.headers ?? {}), requestBody !== undefined);
    t.true('Retry-After' in responses[429].headers);
    for (const { headers } of Object.values<any>(responses)) t.true('Request-Id' in headers);
  }
});

test('webhooks: a ping is described as sent once, and other events as retried', t => {
  for (const kind of Object.keys(events)) {
    const { description } = document.webhooks[kind].post.responses.default;
    t.is(/tries again after/.test(description), kind !== 'ping', kind);
    t.is(/sent once: .* does not try again/.test(description), kind === 'ping', kind);
  }
});

test('webhooks: the retry schedule equals the database’s', async t => {
  const { description } = document.webhooks['invoice.paid'].post.responses.default;
  const [, minutes, hours] = /after ([\d, and]+) minutes and ([\d, and]+) hours/.exec(description)!;
  const numbers = (text: string) => text.match(/\d+/g)!.map(Number);
  const rows = await w.sql(
    `select extract(epoch from (corkboard.retry_delays())[n])::integer / 60 as minutes from generate_series(1, 7) n`,
  );
  t.deepEqual(
    rows.map(row => row.minutes),
    [...numbers(minutes!), ...numbers(hours!).map(number => number * 60), null],
  );
});

for (const kind of Object.keys(events) as EventKind[]) {
  test(`webhook ${kind}: has a schema, headers and a valid example`, t => {
    const { parameters, requestBody, description, security } = document.webhooks[kind].post;
    t.is(description, events[kind].description);
    t.deepEqual(security, []);
    const { schema, example } = requestBody.content['application/json'];
    checkSchema(schema.$ref.slice(1), example);
    t.is(example.event, kind);
    t.deepEqual(Object.keys(example.data), Object.keys(events[kind].shape));
    const both = ['Event', 'Delivery', 'Timestamp', 'Signature', 'Signatures'].flatMap(name => [
      `X-Service-${name}`,
      `X-Legacy-${name}`,
    ]);
    t.deepEqual(parameters.map(({ name }: any) => name).sort(), [...both, 'User-Agent'].sort());
    // Later releases may add fields.
    const later = { ...example, livemode: true, data: { ...example.data, channel: 'app' } };
    t.notThrows(() => checkSchema(schema.$ref.slice(1), later));
    t.regex(payload(kind).description, /Fields may be added .* ignore those that you don't know/);
    const { event: _, ...without } = example;
    t.throws(() => checkSchema(schema.$ref.slice(1), without));
  });
}
