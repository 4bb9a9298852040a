import type { OperationObject, ParameterObject, PathItemObject, SchemaObject } from 'openapi3-ts/oas31';
import { type EventKind, events } from '../../records/event.ts';
import { envelope } from '../../records/example.ts';
import { plainHeaders, prefixes, signedHeaders, userAgent } from '../../webhooks/headers.ts';
import { groups } from '../about.ts';
import { eventName, schemaRef } from './components.ts';

/** The webhooks of all kinds of events, including ping. */
export function webhooks(): Record<string, PathItemObject> {
  const kinds = Object.keys(events) as EventKind[];
  return Object.fromEntries(kinds.map(kind => [kind, { post: describe(kind) }]));
}

function describe(kind: EventKind): OperationObject {
  return {
    operationId: eventName(kind),
    summary: kind,
    description: events[kind].description!,
    tags: [groups.events!.name],
    security: [],
    parameters: headers(kind),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaRef(eventName(kind)), example: envelope(kind) } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      default: {
        description: `Any other status, a redirect, or no response within 10 seconds is a failure. ${afterFailure(kind)}`,
      },
    },
  };
}

/** Describes what Corkboard does after a failure. Only tests send a `ping`, and tests are never retried. */
const afterFailure = (kind: EventKind): string =>
  kind === 'ping'
    ? 'A ping is sent once: Corkboard shows the failure and does not try again.'
    : 'Corkboard tries again after 1, 5 and 30 minutes and 2, 6 and 12 hours. After 429 or 503 with `Retry-After` it pauses until then, for up to five minutes.';

const deliveryHeaders = { ...plainHeaders, ...signedHeaders };
const signature = 'v1=[0-9a-f]{64}';

function headers(kind: EventKind): ParameterObject[] {
  const schemas: Record<keyof typeof deliveryHeaders, SchemaObject> = {
    Event: { type: 'string', enum: [kind] },
    Delivery: { type: 'string', format: 'uuid' },
    Timestamp: { type: 'string', pattern: '^\\d+$' },
    Signature: { type: 'string', pattern: `^${signature}$` },
    Signatures: { type: 'string', pattern: `^${signature}(,${signature})?$` },
  };
  const named = prefixes.flatMap(prefix =>
    Object.entries(deliveryHeaders).map(([name, description]) =>
      header(prefix + name, description, schemas[name as keyof typeof schemas]),
    ),
  );
  return [header('User-Agent', 'The sender.', { type: 'string', enum: [userAgent] }), ...named];
}

function header(name: string, description: string, schema: SchemaObject): ParameterObject {
  return { name, in: 'header', required: true, description, schema };
}
