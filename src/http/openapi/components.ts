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

/** The records, each by the name that it is exported by. */
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

/** The name of what an operation answers. */
export const responseName = ({ name }: Operation) => `${capitalized(name)}Response`;
/** The name of an event's envelope: invoice.sent is InvoiceSentEvent. */
export const eventName = (kind: EventKind) => `${kind.split(/[._]/).map(capitalized).join('')}Event`;

const address = (name: string) => `#/components/schemas/${name}`;
export const schemaRef = (name: string) => ({ $ref: address(name) });

/** Every schema that has a name: records, what operations answer, and events. */
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
 * The schema of an envelope, without what keeps further properties out: a later release may add fields, and a receiver
 * that validates by the schema must not reject those. Left out and not `true`, so that types which are generated from
 * it still report a misspelled field.
 */
const opened = (schema: object): SchemaObject =>
  JSON.parse(JSON.stringify(schema, (key, value) => (key === 'additionalProperties' ? undefined : value)));

/**
 * What an operation takes besides the path's id. The schema has no name: generators of types take a field with a
 * default for a field that is always there, unless they see that the schema is a request's.
 */
export function inputSchema(operation: Operation): SchemaObject {
  return jsonSchema(queryOrBody(operation), 'input') as SchemaObject;
}

/** The JSON Schemas of those of these that are schemas of objects; where one contains another, it refers to it by name. */
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

/** The part of a timestamp's pattern that its format leaves open: UTC, with milliseconds. */
const utc = '\\.\\d{3}Z$';

function plain(context: Parameters<typeof override>[0]): void {
  override(context);
  if (context.jsonSchema.format === 'date-time') context.jsonSchema.pattern = utc;
}
