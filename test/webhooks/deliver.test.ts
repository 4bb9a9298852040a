import test, { type ExecutionContext } from 'ava';
import { deliver } from '../../src/webhooks/deliver.ts';
import type { Format } from '../../src/webhooks/delivery.ts';
import { formats } from '../../src/webhooks/formats.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { delivery, kinds } from '../support/deliveries.ts';
import { connections, name, receiver } from '../support/receiver.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xk';

/** Returns the body of a received delivery, and its headers by name in the spelling that was sent. */
async function arrived(
  t: ExecutionContext,
  sent: Parameters<typeof deliver>[0],
  format: Format,
  secrets: string[],
) {
  const { port, received } = await receiver(t, (_, response) => response.end());
  const url = `http://${name}:${port}/hook`;
  const { outcome } = await deliver(sent, { url, format, secrets }, Date.now(), connections(t));
  t.is(outcome, 'succeeded');
  t.is(received.length, 1);
  const { rawHeaders, body } = received[0]!;
  const names = rawHeaders.filter((_, i) => i % 2 === 0);
  t.is(new Set(names.map(name => name.toLowerCase())).size, names.length, 'no header twice');
  return { port, body, headers: Object.fromEntries(names.map((name, i) => [name, rawHeaders[2 * i + 1]!])) };
}

test('a JSON endpoint gets the documented headers and their copies, and no other header that we add', async t => {
  for (const secrets of [[secret], [secret, older]]) {
    const sent = delivery('invoice.paid');
    const { port, body, headers } = await arrived(t, sent, 'json', secrets);
    const timestamp = headers['X-Service-Timestamp']!;
    t.true(Math.abs(Number(timestamp) - Date.now() / 1000) < 60);
    const signatures = secrets.map(live => sign(live, Number(timestamp), body.toString()));
    t.deepEqual(headers, {
      host: `${name}:${port}`,
      connection: 'keep-alive',
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'X-Service-Event': 'invoice.paid',
      'X-Service-Delivery': sent.id,
      'X-Service-Timestamp': timestamp,
      'X-Service-Signature': signatures.at(-1),
      'X-Service-Signatures': signatures.join(','),
      'X-Legacy-Event': 'invoice.paid',
      'X-Legacy-Delivery': sent.id,
      'X-Legacy-Timestamp': timestamp,
      'X-Legacy-Signature': signatures.at(-1),
      'X-Legacy-Signatures': signatures.join(','),
      'content-length': `${body.length}`,
    });
    t.is(JSON.parse(body.toString()).id, sent.id);
  }
});

for (const format of ['slack', 'discord'] as const) {
  test(`a ${format} endpoint gets event and delivery, and neither timestamp nor signature`, async t => {
    const sent = delivery('scope.approved');
    const { port, body, headers } = await arrived(t, sent, format, []);
    t.deepEqual(headers, {
      host: `${name}:${port}`,
      connection: 'keep-alive',
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      'X-Service-Event': 'scope.approved',
      'X-Service-Delivery': sent.id,
      'X-Legacy-Event': 'scope.approved',
      'X-Legacy-Delivery': sent.id,
      'content-length': `${body.length}`,
    });
  });
}

test('the body arrives with the bytes that were signed, whatever characters are in it', async t => {
  const sent = delivery('ping', { message: 'Grüße 👋 \u2028 </script> \\ "' });
  const { body, headers } = await arrived(t, sent, 'json', [secret]);
  t.deepEqual(body, Buffer.from(formats.json(sent)));
  t.is(
    headers['X-Service-Signature'],
    sign(secret, Number(headers['X-Service-Timestamp']), formats.json(sent)),
  );
});

test('every kind of event arrives in every format', async t => {
  for (const kind of kinds) {
    for (const format of Object.keys(formats) as Format[]) {
      const sent = delivery(kind);
      const { body, headers } = await arrived(t, sent, format, format === 'json' ? [secret] : []);
      t.is(headers['X-Service-Event'], kind);
      t.is(body.toString(), formats[format](sent));
    }
  }
});
