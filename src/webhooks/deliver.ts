import { inPrivateSpan } from '../telemetry/traceparent.ts';
import type { Connections } from './connections.ts';
import type { Delivery, Format } from './delivery.ts';
import { formats } from './formats.ts';
import { headersOf } from './headers.ts';
import type { Outcome } from './outcome.ts';
import { type Kept, send } from './send.ts';

/** The address and format of an endpoint, and its signing secrets, newest first. */
export interface Destination {
  url: string;
  format: Format;
  secrets: string[];
}

/** Makes one attempt of a delivery: sends its body, signed with the time `now` (in ms), to its endpoint. */
export function deliver(
  delivery: Delivery,
  { url, format, secrets }: Destination,
  now: number,
  connections: Connections,
  kept?: Kept,
): Promise<Outcome> {
  const body = formats[format](delivery);
  const headers = headersOf({ ...delivery, secrets, body }, now);
  return inPrivateSpan(delivery.traceparent, 'webhook attempt', () =>
    send({ url, headers, body }, connections, undefined, kept),
  );
}
