import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import Stripe from 'stripe';
import { type EventKind, envelopeOf } from '../../src/records/event.ts';
import { deliver } from '../../src/webhooks/deliver.ts';
import { plainHeaders, prefixes, signedHeaders, userAgent } from '../../src/webhooks/headers.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { delivery } from '../support/deliveries.ts';
import { missing } from '../support/missing.ts';
import { blocks, table } from '../support/readme.ts';
import { connections, name, receiver } from '../support/receiver.ts';

// What docs/webhooks.md tells receivers.

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xk';

interface Case {
  what: string;
  genuine: boolean;
  body: Buffer;
  headers: IncomingHttpHeaders;
  secret: string;
}

/** A request as it arrives from a delivery that is made now. */
async function arrived(t: ExecutionContext, secrets: string[]) {
  const { port, received } = await receiver(t, (_, response) => response.end());
  const sent = delivery('ping', { message: 'Grüße 👋' });
  const endpoint = { url: `http://${name}:${port}/`, format: 'json' as const, secrets };
  await deliver(sent, endpoint, Date.now(), connections(t));
  return received[0]!;
}

/** Requests, genuine and not, that the verification of a receiver has to tell apart. */
async function cases(t: ExecutionContext): Promise<Case[]> {
  const plain = await arrived(t, [secret]);
  const rotated = await arrived(t, [secret, older]);
  const old = (seconds: number) => {
    const timestamp = Math.floor(Date.now() / 1000) - seconds;
    const signature = sign(secret, timestamp, plain.body.toString());
    return { ...plain.headers, 'x-service-timestamp': `${timestamp}`, 'x-service-signatures': signature };
  };
  const header = (field: string, value: string) => ({ ...plain.headers, [field]: value });
  const { 'x-service-signatures': _, ...unsigned } = plain.headers;
  const { 'x-service-timestamp': __, ...timeless } = plain.headers;
  const signatures = String(plain.headers['x-service-signatures']);
  const list: [what: string, genuine: boolean, changed?: Partial<Case>][] = [
    ['as it came', true],
    ['during a rotation, by the new secret', true, rotated],
    ['during a rotation, by the previous secret', true, { ...rotated, secret: older }],
    ['a few minutes late', true, { headers: old(200) }],
    ['too late', false, { headers: old(400) }],
    ['too early', false, { headers: old(-400) }],
    ['another body', false, { body: Buffer.concat([plain.body, Buffer.from(' ')]) }],
    ['another secret', false, { secret: older }],
    [
      'another timestamp',
      false,
      { headers: header('x-service-timestamp', `${Math.floor(Date.now() / 1000) + 60}`) },
    ],
    ['no number for a timestamp', false, { headers: header('x-service-timestamp', 'NaN') }],
    ['a timestamp of many digits', false, { headers: header('x-service-timestamp', '9'.repeat(5000)) }],
    ['no timestamp', false, { headers: timeless }],
    ['no signature', false, { headers: unsigned }],
    ['an empty signature', false, { headers: header('x-service-signatures', '') }],
    ['half a signature', false, { headers: header('x-service-signatures', signatures.slice(0, 40)) }],
    [
      'a signature that is no ASCII',
      false,
      { headers: header('x-service-signatures', signatures.replace(/.$/, 'é')) },
    ],
    ['another version', false, { headers: header('x-service-signatures', signatures.replace('v1', 'v2')) }],
    [
      'a bad signature before the good one',
      true,
      { headers: header('x-service-signatures', `v1=00,${signatures}`) },
    ],
  ];
  return list.map(([what, genuine, changed]) => ({
    what,
    genuine,
    body: plain.body,
    headers: plain.headers,
    secret,
    ...changed,
  }));
}

test('its verification in TypeScript tells genuine requests from others', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-readme-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'verify.ts'), blocks('ts', 'isGenuine')[0]!);
  const { isGenuine } = await import(join(folder, 'verify.ts'));
  for (const { what, genuine, body, headers, secret } of await cases(t)) {
    t.is(isGenuine(body, headers, secret), genuine, what);
  }
});

// Reads the cases, as JSON, and writes what comes of each.
const asker = `
import base64, email.message, json, sys
for case in json.load(sys.stdin):
    headers = email.message.Message()
    for name, value in case["headers"].items():
        headers[name] = value
    print(json.dumps(is_genuine(base64.b64decode(case["body"]), headers, case["secret"])))
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) missing('python3');

(hasPython ? test : test.skip)('its verification in Python does too', async t => {
  const asked = await cases(t);
  const input = JSON.stringify(
    asked.map(({ body, ...rest }) => ({ ...rest, body: body.toString('base64') })),
  );
  const output = execFileSync('python3', ['-c', blocks('python', 'is_genuine')[0]! + asker], { input });
  const answers = output.toString().trim().split('\n');
  t.is(answers.length, asked.length);
  for (const [i, { what, genuine }] of asked.entries()) t.is(answers[i], `${genuine}`, what);
});

test('its line for the stripe library does too', async t => {
  const line = blocks('ts', 'stripe.')[0]!;
  const verify = new Function('stripe', 'rawBody', 'timestamp', 'signatures', 'secret', line);
  const stripe = new Stripe('sk_test_not_used');
  const { body, headers } = await arrived(t, [secret, older]);
  const ask = (rawBody: Buffer, by: string) =>
    verify(stripe, rawBody, headers['x-service-timestamp'], headers['x-service-signatures'], by);
  t.notThrows(() => ask(body, secret));
  t.notThrows(() => ask(body, older));
  t.throws(() => ask(body, 'whsec_another'));
  t.throws(() => ask(Buffer.from('{}'), secret));
});

test('it names every header', t => {
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

test('its example is an envelope', t => {
  const text = blocks('json', '"event"')[0]!;
  const envelope = JSON.parse(text);
  t.deepEqual(envelopeOf(envelope.event as EventKind).parse(envelope), envelope);
  t.is(text, `${JSON.stringify(envelope)}\n`);
});
