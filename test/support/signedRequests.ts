import type { IncomingHttpHeaders } from 'node:http';
import type { ExecutionContext } from 'ava';
import { deliver } from '../../src/webhooks/deliver.ts';
import { sign } from '../../src/webhooks/signature.ts';
import { delivery } from './deliveries.ts';
import { blocks, pages, table } from './readme.ts';
import { connections, name, receiver } from './receiver.ts';
import type { Received } from './subscriber.ts';

/** The secret that signs the requests. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Another secret: during a rotation, the previous one. */
export const older = 'whsec_b2xkLW9sZC1vbGQtb2xkLW9sZC1vbGQtb2xk';

/** The documentation for receivers. */
export const page = pages['docs/webhooks.md']!;

/** Its code block in a language that contains these words. */
export const block = (language: string, words: string): string => blocks(language, words, page)[0]!;

/** A request, genuine or forged, that a receiver has to verify. */
export interface Case {
  what: string;
  genuine: boolean;
  body: Buffer;
  headers: IncomingHttpHeaders;
  secret: string;
  /** The current time for the receiver, in Unix seconds; undefined: the time of its clock. */
  now?: number | undefined;
}

/** The request of a delivery that is sent now, as it arrives. */
export async function arrived(t: ExecutionContext, secrets: string[]) {
  const { port, received } = await receiver(t);
  const sent = delivery('ping', { message: 'Grüße 👋' });
  const endpoint = { url: `http://${name}:${port}/`, format: 'json' as const, secrets };
  await deliver(sent, endpoint, Date.now(), connections(t));
  const [{ headers, text }] = received as [Received];
  return { headers, body: Buffer.from(text) };
}

/** The test vector of the page, as a genuine request at the vector's time. */
export function vector(): Case {
  const rows = Object.fromEntries(table('Part', 'Value')) as Record<string, string>;
  const value = (part: string) => rows[part]!.replaceAll('`', '');
  const headers = {
    'x-service-timestamp': value('Timestamp'),
    'x-service-signatures': value('Signature'),
  };
  return {
    what: 'the test vector',
    genuine: true,
    body: Buffer.from(block('json', 'Bäckerei').trimEnd()),
    headers,
    secret: value('Secret'),
    now: Number(value('Timestamp')),
  };
}

/** Genuine and forged requests that a receiver has to tell apart. */
export async function cases(t: ExecutionContext): Promise<Case[]> {
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
  const inAMinute = `${Math.floor(Date.now() / 1000) + 60}`;
  const timestamp = (value: string) => ({ headers: header('x-service-timestamp', value) });
  const signed = (value: string) => ({ headers: header('x-service-signatures', value) });
  const list: [what: string, genuine: boolean, changed?: Partial<Case>][] = [
    ['as it came', true],
    ['during a rotation, by the new secret', true, rotated],
    ['during a rotation, by the previous secret', true, { ...rotated, secret: older }],
    ['a few minutes late', true, { headers: old(200) }],
    ['too late', false, { headers: old(400) }],
    ['too early', false, { headers: old(-400) }],
    ['another body', false, { body: Buffer.concat([plain.body, Buffer.from(' ')]) }],
    ['another secret', false, { secret: older }],
    ['a secret without its prefix', false, { secret: secret.replace('whsec_', '') }],
    ['another timestamp', false, timestamp(inAMinute)],
    ['no number for a timestamp', false, timestamp('NaN')],
    ['a timestamp of many digits', false, timestamp('9'.repeat(5000))],
    ['no timestamp', false, { headers: timeless }],
    ['no signature', false, { headers: unsigned }],
    ['an empty signature', false, signed('')],
    ['half a signature', false, signed(signatures.slice(0, 40))],
    ['a signature that is no ASCII', false, signed(signatures.replace(/.$/, 'é'))],
    ['another version', false, signed(signatures.replace('v1', 'v2'))],
    ['a bad signature before the good one', true, signed(`v1=00,${signatures}`)],
  ];
  const made = list.map(([what, genuine, changed]) => ({
    what,
    genuine,
    body: plain.body,
    headers: plain.headers,
    secret,
    ...changed,
  }));
  const sample = vector();
  const late = { ...sample, what: 'the test vector, now', genuine: false, now: undefined };
  return [...made, sample, late];
}
