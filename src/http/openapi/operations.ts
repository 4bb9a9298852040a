import type {
  OperationObject,
  ParameterObject,
  PathsObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from 'openapi3-ts/oas31';
import { catalogue } from '../../operations/catalogue.ts';
import type { Operation, WriteOperation } from '../../operations/define.ts';
import { exampleIds } from '../../records/example.ts';
import { notBlankPattern } from '../../vocabulary/text.ts';
import { groups } from '../about.ts';
import { toolName } from '../mcp/tools.ts';
import { pathOf } from '../rest.ts';
import { inputSchema, responseName, schemaRef } from './components.ts';
import { errorResponses } from './errors.ts';
import { everyResponse, headerRefs, idempotencyKeyParameter } from './headers.ts';

/** The paths of all operations, with `:id` written as in OpenAPI. */
export function paths(): PathsObject {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of catalogue) {
    const path = pathOf(operation).replace(':id', '{id}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) };
  }
  return paths;
}

function describe(operation: Operation): OperationObject {
  const { name, title, description, path, scope } = operation;
  const tool = toolName(name);
  return {
    operationId: name,
    summary: title,
    description: `${description}\n\nScope: \`${scope}\`. Tool: \`${tool}\`.`,
    tags: [groups[firstSegment(path)]!.name],
    'x-scope': scope,
    'x-tool': tool,
    security: [{ key: [] }],
    parameters: parameters(operation),
    ...(operation.method === 'POST' && { requestBody: requestBody(operation) }),
    responses: { ...success(operation), ...errorResponses(operation) },
  };
}

const requestBody = (operation: WriteOperation): RequestBodyObject => ({
  required: true,
  content: { 'application/json': { schema: inputSchema(operation), example: operation.example } },
});

const json = (schema: SchemaObject | ReferenceObject) => ({ 'application/json': { schema } });

/** Query parameters must not be blank, although arguments of tools may be. */
const notBlank = { minLength: 1, pattern: notBlankPattern };

function parameters(operation: Operation): ParameterObject[] {
  const { properties = {} } = operation.method === 'GET' ? inputSchema(operation) : {};
  return [
    ...(operation.path.includes(':id') ? [id(operation)] : []),
    ...(Object.entries(properties) as [string, SchemaObject][]).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query' as const,
      ...(description && { description }),
      schema: schema.type === 'string' && !schema.enum ? { ...schema, ...notBlank } : schema,
    })),
    ...(operation.method === 'POST' ? [idempotencyKeyParameter] : []),
  ];
}

const firstSegment = (path: string) => path.split('/')[1]!;

/** The id in the path. Any text is valid there; if it isn't a record's id, the response is not_found. */
function id({ path }: Operation): ParameterObject {
  const record = firstSegment(path).slice(0, -1);
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The id of the ${record}.`,
    schema: { type: 'string', minLength: 1 },
    example: exampleIds[`${record}Id` as keyof typeof exampleIds],
  };
}

function success(operation: Operation): Record<string, ResponseObject> {
  const write = operation.method === 'POST';
  const headers = [...everyResponse, 'RateLimit-Policy', 'RateLimit'];
  return {
    [write ? 201 : 200]: {
      description: write
        ? 'Created as a draft. `url` is the page of the app where a person continues.'
        : 'The requested records.',
      headers: headerRefs(...headers, ...(write ? ['Idempotency-Replayed'] : [])),
      content: json(schemaRef(responseName(operation))),
    },
  };
}
