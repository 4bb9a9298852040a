import test, { type ExecutionContext } from 'ava';
import { deliver } from '../../src/webhooks/deliver.ts';
import type { Format } from '../../src/webhooks/delivery.ts';
import { formats } from '../../src/webhooks/formats.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { delivery } from '../support/deliveries.ts';
import { connections, name, receiver } from '../support/receiver.ts';
import { older, secret } from '../support/signedRequests.ts';

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
  const { rawHeaders, text } = received[0]!;
  const names = rawHeaders.filter((_, i) => i % 2 === 0);
  t.is(new Set(names.map(name => name.toLowerCase())).size, names.length, 'no header twice');
  return { port, text, headers: Object.fromEntries(names.map((name, i) => [name, rawHeaders[2 * i + 1]!])) };
}

for (const [format, secrets] of [
  ['json', [secret]],
  ['json', [secret, older]],
  ['slack', []],
  ['discord', []],
] as [Format, string[]][]) {
  test(`a ${format} endpoint with ${secrets.length} secrets gets the documented headers and their copies, and no other header that we add`, async t => {
    const sent = delivery('invoice.paid');
    const { port, text, headers } = await arrived(t, sent, format, secrets);
    const timestamp = headers['X-Service-Timestamp'];
    const signatures = secrets.map(live => sign(live, Number(timestamp), text));
    const copied = {
      Event: 'invoice.paid',
      Delivery: sent.id,
      ...(secrets.length > 0 && {
        Timestamp: timestamp,
        // During a rotation, the single signature is by the previous secret, and the list begins with the newest.
        Signature: signatures.at(-1),
        Signatures: signatures.join(','),
      }),
    };
    t.deepEqual(headers, {
      host: `${name}:${port}`,
      connection: 'keep-alive',
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      ...Object.fromEntries(
        ['X-Service-', 'X-Legacy-'].flatMap(prefix =>
          Object.entries(copied).map(([field, value]) => [prefix + field, value as string]),
        ),
      ),
      'content-length': `${Buffer.byteLength(text)}`,
    });
  });
}

test('any text arrives in every format, with the bytes that were signed', async t => {
  const hostile = delivery('ping', { message: 'Grüße 👋 \u2028 </script> \\ "' });
  for (const sent of [delivery('revision.logged'), hostile]) {
    for (const format of Object.keys(formats) as Format[]) {
      const { text, headers } = await arrived(t, sent, format, format === 'json' ? [secret] : []);
      t.is(headers['X-Service-Event'], sent.event);
      t.is(text, formats[format](sent));
      if (format === 'json')
        t.is(headers['X-Service-Signature'], sign(secret, Number(headers['X-Service-Timestamp']), text));
    }
  }
});
