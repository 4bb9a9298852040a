import { inPrivateSpan } from '../telemetry/traceparent.ts';
import type { Connections } from './connections.ts';
import type { Delivery, Format } from './delivery.ts';
import { formats } from './formats.ts';
import { headersOf, timestampOf } from './headers.ts';
import type { Outcome } from './outcome.ts';
import { type Kept, send } from './send.ts';
import { sign } from './signature.ts';

/** The address and format of an endpoint, and its signing secrets, newest first. */
export interface Destination {
  url: string;
  format: Format;
  secrets: string[];
}

/** The outcome of an attempt, and the signatures that it was sent with; null: it was unsigned. */
interface Sent extends Outcome {
  signatures: string | null;
}

/** Makes one attempt of a delivery: sends its body, signed with the time `now` (in ms), to its endpoint. */
export async function deliver(
  delivery: Delivery,
  { url, format, secrets }: Destination,
  now: number,
  connections: Connections,
  kept?: Kept,
): Promise<Sent> {
  const body = formats[format](delivery);
  const signatures = secrets.map(secret => sign(secret, timestampOf(now), body));
  const headers = headersOf(delivery, now, signatures);
  const outcome = await inPrivateSpan(delivery.traceparent, 'webhook attempt', () =>
    send({ url, headers, body }, connections, undefined, kept),
  );
  return { ...outcome, signatures: signatures.join(',') || null };
}
