import test from 'ava';
import { deliver } from '../../src/webhooks/deliver.ts';
import type { Format } from '../../src/webhooks/delivery.ts';
import { formats } from '../../src/webhooks/formats.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { delivery } from '../support/deliveries.ts';
import { connections, name, receiver } from '../support/receiver.ts';
import { older, secret } from '../support/signedRequests.ts';

for (const [format, secrets] of [
  ['json', [secret]],
  ['json', [secret, older]],
  ['slack', []],
  ['discord', []],
] as [Format, string[]][]) {
  test(`a ${format} endpoint with ${secrets.length} secrets gets the bytes that were signed, the documented headers and their copies, and no other header that we add`, async t => {
    const { port, received } = await receiver(t);
    const sent = delivery('ping', { message: 'Grüße 👋 \u2028 </script> \\ "' });
    const endpoint = { url: `http://${name}:${port}/hook`, format, secrets };
    const at = 1_800_000_000;
    const made = await deliver(sent, endpoint, at * 1000 + 999, connections(t));
    const [{ rawHeaders, text }] = received as [any];
    t.is(text, formats[format](sent));
    const signatures = secrets.map(live => sign(live, at, text));
    t.like(made, { outcome: 'succeeded', signatures: signatures.join(',') || null });
    const copied = {
      Event: 'ping',
      Delivery: sent.id,
      ...(secrets.length > 0 && {
        Timestamp: `${at}`,
        // During a rotation, the single signature is by the previous secret, and the list begins with the newest.
        Signature: signatures.at(-1)!,
        Signatures: signatures.join(','),
      }),
    };
    const expected = {
      host: `${name}:${port}`,
      connection: 'keep-alive',
      'Content-Type': 'application/json',
      'User-Agent': 'Service-Webhooks/1',
      ...Object.fromEntries(
        ['X-Service-', 'X-Legacy-'].flatMap(prefix =>
          Object.entries(copied).map(([field, value]) => [prefix + field, value]),
        ),
      ),
      'content-length': `${Buffer.byteLength(text)}`,
    };
    // In the spelling that was sent, and none twice.
    const sentHeaders = rawHeaders.flatMap((field: string, i: number) =>
      i % 2 === 0 ? [`${field}: ${rawHeaders[i + 1]}`] : [],
    );
    const lines = Object.entries(expected).map(([field, value]) => `${field}: ${value}`);
    t.deepEqual(sentHeaders.toSorted(), lines.toSorted());
  });
}
