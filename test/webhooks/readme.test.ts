import { execFileSync } from 'node:child_process';
import test from 'ava';
import { type EventKind, envelopeOf, events } from '../../src/records/event.ts';
import { recordPage } from '../../src/records/recordPage.ts';
import { plainHeaders, prefixes, signedHeaders, userAgent } from '../../src/webhooks/headers.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { document } from '../support/contract.ts';
import { kinds } from '../support/deliveries.ts';
import { table } from '../support/readme.ts';
import { block, page, vector } from '../support/signedRequests.ts';
import { testWith } from '../support/toolchain.ts';

// Checks the statements of docs/webhooks.md.

test('docs/webhooks.md names every header', t => {
  const own = { ...plainHeaders, ...signedHeaders };
  const rows = Object.fromEntries(
    table('Header', 'Value').map(([field, value]) => [field!.replaceAll('`', ''), value]),
  );
  t.deepEqual(Object.keys(rows), [
    'Content-Type',
    'User-Agent',
    ...Object.keys(own).map(field => prefixes[0] + field),
  ]);
  t.is(rows['User-Agent'], `\`${userAgent}\``);
});

test('the example in docs/webhooks.md is an envelope', t => {
  const text = block('json', '"invoice.paid"');
  const envelope = JSON.parse(text);
  t.deepEqual(envelopeOf(envelope.event as EventKind).parse(envelope), envelope);
  t.is(text, `${JSON.stringify(envelope)}\n`);
});

test('the test vector in docs/webhooks.md is an envelope, signed as the service signs', t => {
  const { body, headers, secret, now } = vector();
  const envelope = JSON.parse(body.toString());
  t.deepEqual(envelopeOf(envelope.event as EventKind).parse(envelope), envelope);
  t.is(body.toString(), JSON.stringify(envelope));
  t.is(headers['x-service-signatures'], sign(secret, now!, body.toString()));
  // Bytes and characters must differ, or a receiver that mixes them up would pass.
  t.true(body.length > body.toString().length);
  t.true(page.includes(new Date(now! * 1000).toISOString().replace('.000', '')));
});

testWith('openssl', ['openssl', 'version'])('its line for openssl prints the signature of the vector', t => {
  const { body, headers, secret, now } = vector();
  const line = block('sh', 'openssl');
  const env = { ...process.env, SECRET: secret, TIMESTAMP: `${now}`, BODY: body.toString() };
  const printed = execFileSync('bash', ['-c', line], { env }).toString();
  t.is(`v1=${printed.trim().split(' ').at(-1)}`, String(headers['x-service-signatures']));
});

/** The texts between backticks. */
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** The cells of a table whose rows begin with kinds of events, by kind. */
const byKind = (...header: string[]): Map<string, string[]> =>
  new Map(
    table('Event', ...header).flatMap(([named, ...cells]) => quoted(named!).map(kind => [kind, cells])),
  );

test('docs/webhooks.md says for every kind which fields identify the same event at several endpoints', t => {
  const rows = byKind('The same event has the same');
  t.deepEqual([...rows.keys()].sort(), kinds.toSorted());
  for (const kind of kinds) {
    const fields = quoted(rows.get(kind)![0]!);
    t.is(fields.length === 0, kind === 'ping', kind);
    for (const field of fields) t.true(field in events[kind].shape, `${kind}: ${field}`);
    t.true(kind === 'ping' || fields.some(field => field.endsWith('Id')), kind);
  }
});

test('docs/webhooks.md says for every kind which operation reads its record', t => {
  const rows = byKind('Read by API', 'Open in the console');
  t.deepEqual([...rows.keys()].sort(), kinds.toSorted());
  for (const kind of kinds.filter(kind => kind !== 'ping')) {
    const [api, console] = rows.get(kind)!;
    const [operation, call] = quoted(api!);
    const [path, query = ''] = call!.replace('GET ', '').split('?');
    const described = document.paths[path!.replace(/\{\w+\}/, '{id}')].get;
    t.is(described.operationId, operation, kind);
    for (const [, field] of call!.matchAll(/\{(\w+)\}/g))
      t.true(field! in events[kind].shape, `${kind}: ${field}`);
    const taken = described.parameters.map(({ name }: { name: string }) => name);
    for (const name of new URLSearchParams(query).keys()) t.true(taken.includes(name), `${kind}: ${name}`);
    const fields = Object.keys(events[kind].shape).map(field => [field, `{${field}}`]);
    t.is(quoted(console!)[0]!, recordPage(kind, Object.fromEntries(fields))!);
  }
});
