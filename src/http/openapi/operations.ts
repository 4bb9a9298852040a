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
import type { Operation, Write } from '../../operations/define.ts';
import { exampleIds } from '../../operations/example.ts';
import { notBlankPattern } from '../../vocabulary/text.ts';
import { toolName } from '../mcp/tools.ts';
import { pathOf } from '../rest.ts';
import { inputSchema, responseName, schemaRef } from './components.ts';
import { errorResponses } from './errors.ts';
import { headerRefs, idempotencyKeyParameter } from './headers.ts';

/** The operations that stand together, by the first segment of their paths. */
export const tags: Record<string, { name: string; description: string }> = {
  me: { name: 'Workspace', description: 'The workspace of the key, and the limits of its plan.' },
  clients: { name: 'Clients', description: 'Whom the work is for.' },
  projects: { name: 'Projects', description: 'The work: scopes, revision rounds, time and notes.' },
  invoices: { name: 'Invoices', description: 'Invoices and estimates, as drafts for a person to send.' },
};

/** The path of every operation, with its `:id` as OpenAPI writes it. */
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
    tags: [tags[path.split('/')[1]!]!.name],
    'x-scope': scope,
    'x-tool': tool,
    security: [{ key: [] }],
    parameters: parameters(operation),
    ...(operation.method === 'POST' && { requestBody: requestBody(operation) }),
    responses: { ...success(operation), ...errorResponses(operation) },
  };
}

const requestBody = (operation: Write): RequestBodyObject => ({
  required: true,
  content: { 'application/json': { schema: inputSchema(operation), example: operation.example } },
});

const json = (schema: SchemaObject | ReferenceObject) => ({ 'application/json': { schema } });

/** A parameter of a query that is given says something, also where a tool's argument may be blank. */
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

/** The path's id: any text may stand there, and what is no id of a record is not_found. */
const id = ({ path }: Operation): ParameterObject => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `The id of the ${path.split('/')[1]!.slice(0, -1)}.`,
  schema: { type: 'string', minLength: 1 },
  example: exampleIds.projectId,
});

function success(operation: Operation): Record<string, ResponseObject> {
  const write = operation.method === 'POST';
  const headers = ['Request-Id', 'Cache-Control', 'RateLimit-Policy', 'RateLimit'];
  return {
    [write ? 201 : 200]: {
      description: write
        ? 'Created, as a draft; `url` is where a person goes on, in the app.'
        : 'What was asked for.',
      headers: headerRefs(...headers, ...(write ? ['Idempotency-Replayed'] : [])),
      content: json(schemaRef(responseName(operation))),
    },
  };
}
