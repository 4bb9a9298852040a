import type { SchemaObject, SchemasObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { ErrorBody } from '../../errors/failure.ts';
import { catalogue } from '../../operations/catalogue.ts';
import type { Operation } from '../../operations/define.ts';
import * as client from '../../records/client.ts';
import { type EventKind, envelopeOf, events } from '../../records/event.ts';
import * as invoice from '../../records/invoice.ts';
import * as page from '../../records/page.ts';
import * as project from '../../records/project.ts';
import * as scope from '../../records/scope.ts';
import * as work from '../../records/work.ts';
import * as workspace from '../../records/workspace.ts';
import { queryOrBody } from '../rest.ts';
import { jsonSchema, override } from '../schema.ts';

/** The records by their exported names. */
const records = {
  ...workspace,
  ...client,
  ...project,
  ...scope,
  ...work,
  ...invoice,
  ...page,
  Error: ErrorBody,
};

const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1);

/** The schema name of an operation's response: draftInvoice has DraftInvoiceResponse. */
export const responseName = ({ name }: Operation) => `${capitalized(name)}Response`;
/** The schema name of an event's envelope: invoice.sent has InvoiceSentEvent. */
export const eventName = (kind: EventKind) => `${kind.split(/[._]/).map(capitalized).join('')}Event`;

const address = (name: string) => `#/components/schemas/${name}`;
export const schemaRef = (name: string) => ({ $ref: address(name) });

/** All named schemas: records, responses of operations, and events. */
export function schemas(): SchemasObject {
  const answered: Record<string, unknown> = { ...records };
  for (const operation of catalogue) answered[responseName(operation)] = operation.output;
  const kinds = Object.keys(events) as EventKind[];
  for (const kind of kinds) answered[eventName(kind)] = envelopeOf(kind);
  const closed = named(answered);
  return {
    ...closed,
    ...Object.fromEntries(kinds.map(eventName).map(name => [name, opened(closed[name]!)])),
  };
}

/**
 * The schema of an envelope without `additionalProperties: false`: a later release may add fields, and receivers that
 * validate with the schema must accept them. It is left out instead of set to `true`, so that generated types still
 * report a misspelled field.
 */
const opened = (schema: object): SchemaObject =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'additionalProperties' ? undefined : value)));

/**
 * The schema of an operation's input, apart from the id in the path. It has no name, because type generators would
 * treat fields with defaults as always present unless they see that the schema belongs to a request.
 */
export function inputSchema(operation: Operation): SchemaObject {
  return jsonSchema(queryOrBody(operation), 'input') as SchemaObject;
}

/** The JSON Schemas of the candidates that are object schemas. They refer to each other by name. */
function named(candidates: Record<string, unknown>): SchemasObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, candidate] of Object.entries(candidates)) {
    if (candidate instanceof z.ZodObject) registry.add(candidate, { id });
  }
  const { schemas } = z.toJSONSchema(registry, { uri: address, override: plain });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema as SchemaObject]),
  );
}

/** The part of a timestamp's pattern that its format does not define: UTC, with milliseconds. */
const utc = '\\.\\d{3}Z$';

function plain(context: Parameters<typeof override>[0]): void {
  override(context);
  if (context.jsonSchema.format === 'date-time') context.jsonSchema.pattern = utc;
}
