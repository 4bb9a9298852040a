import test from 'ava';
import { quotas } from '../../../src/admission/rates.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { type EventKind, events } from '../../../src/records/event.ts';
import { checkSchema, document } from '../../support/contract.ts';
import { everyPage } from '../../support/readme.ts';
import { sharedWorld } from '../../support/world.ts';

const w = sharedWorld(test, 'api');

const operations: any[] = Object.values<any>(document.paths).flatMap(Object.values);
const everything: any[] = [...walk(document)];

function* walk(value: unknown): Generator<any> {
  if (value === null || typeof value !== 'object') return;
  yield value;
  for (const inner of Object.values(value)) yield* walk(inner);
}

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

test('every operation has the errors that the API specifies', t => {
  const read = 'invalid_key plan suspended scope_required rate_limited internal'.split(' ');
  const write = 'bad_request allowance payload_too_large idempotency_mismatch validation'.split(' ');
  const more: Record<string, string[]> = {
    listClients: ['validation'],
    listProjects: ['validation'],
    listInvoices: ['validation'],
    getProject: ['not_found'],
    createProject: ['not_found'],
    draftScope: ['not_found', 'conflict'],
    logRevision: ['not_found'],
    logTime: ['not_found'],
    draftInvoice: ['not_found'],
    addNote: ['not_found'],
  };
  for (const { operationId, responses, requestBody } of operations) {
    const { [requestBody ? 201 : 200]: success, ...failures } = responses;
    t.truthy(success, operationId);
    // That the service answers so is tested in errors.test.ts.
    const causes = Object.values<any>(failures).flatMap(({ content }) =>
      Object.keys(content['application/json'].examples),
    );
    const expected = [...read, ...(requestBody ? write : []), ...(more[operationId] ?? [])];
    t.deepEqual(causes.sort(), expected.sort(), operationId);
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

test('bounds are the real ones, not those of a double, and ids are UUIDs, also in filters', t => {
  for (const { minimum, maximum } of everything) {
    t.true(!(Math.abs(minimum) > 1e9) && !(Math.abs(maximum) > 1e9));
  }
  const invoice =
    document.paths['/api/v1/invoices'].post.requestBody.content['application/json'].schema.properties;
  t.like(invoice.taxRateBps, { type: 'integer', minimum: 0, maximum: 10_000 });
  t.like(invoice.lineItems, { minItems: 1, maxItems: 50 });
  t.like(invoice.poNumber, { type: 'string', maxLength: 64 });
  t.is(invoice.kind.default, 'invoice');
  const { parameters } = document.paths['/api/v1/invoices'].get;
  t.is(parameters.find(({ name }: { name: string }) => name === 'project_id').schema.format, 'uuid');
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

test('the retry schedule of the description and of the docs equals the database’s', async t => {
  const rows = await w.sql(
    `select extract(epoch from (corkboard.retry_delays())[n])::integer / 60 as minutes from generate_series(1, 7) n`,
  );
  const { description } = document.webhooks['invoice.paid'].post.responses.default;
  for (const found of [
    /tries again after ([^.]+)/.exec(description),
    /retried after ([^:]+)/.exec(everyPage),
  ]) {
    const delays = found![1]!.matchAll(/(\d+)(?=.*?(minute|hour))/gs);
    const minutes = [...delays].map(([, number, unit]) => Number(number) * (unit === 'hour' ? 60 : 1));
    t.deepEqual(
      rows.map(row => row.minutes),
      [...minutes, null],
    );
  }
});

for (const kind of Object.keys(events) as EventKind[]) {
  test(`webhook ${kind}: has a schema, headers and a valid example`, t => {
    const { parameters, requestBody, responses, description, security } = document.webhooks[kind].post;
    t.is(description, events[kind].description);
    t.deepEqual(security, []);
    const afterFailure = kind === 'ping' ? /sent once: .* does not try again/ : /tries again after/;
    t.regex(responses.default.description, afterFailure);
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
