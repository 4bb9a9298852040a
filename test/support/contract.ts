import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/http/openapi/document.ts';

/** The OpenAPI description, with a public address because linters complain about localhost. */
export const document: any = openApiDocument('https://board.example');

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi');

/** Converts types, because headers are text. */
const headerAjv = new Ajv2020({ strict: false, coerceTypes: true });
formats.default(headerAjv);

/** Headers that belong to HTTP, so the description of a response doesn't list them. */
const transport = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'strict-transport-security',
];

/** The possible statuses for a path without an operation (decisions: Requests). */
const unroutedStatuses = ['401', '404', '413', '429'];

/** Throws if a value does not fit the schema at a JSON pointer of the description. */
export function checkSchema(pointer: string, value: unknown): void {
  const validate = ajv.getSchema(`openapi#${pointer}`)!;
  assert.ok(validate(value), ajv.errorsText(validate.errors));
}

/** Throws if the status, headers, type or body of a response do not match the description, or go beyond it. */
export function checkDocumented(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string; body: unknown },
): void {
  const pointer = responsePointer(method, path, String(answer.status));
  const response = at(pointer);
  assert.ok(response, `${method} ${path}: ${answer.status} is not described`);
  const validate = headersOf(response);
  assert.ok(validate(Object.fromEntries(answer.headers)), ajv.errorsText(validate.errors));
  const type = answer.headers.get('content-type')!;
  assert.ok(type in response.content, `${type} is not described`);
  if (method === 'HEAD') assert.equal(answer.text, '');
  else checkSchema(`${pointer}/content/${escaped(type)}/schema`, answer.body);
}

/**
 * The JSON pointer to the description of a response. Throws if the status is impossible for a path without an
 * operation.
 */
function responsePointer(method: string, path: string, status: string): string {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const template = Object.keys(document.paths).find(
    candidate =>
      verb in document.paths[candidate] && new RegExp(`^${candidate.replace('{id}', '[^/]+')}$`).test(path),
  );
  if (template) return `/paths/${escaped(template)}/${verb}/responses/${status}`;
  assert.ok(unroutedStatuses.includes(status), `${method} ${path}: ${status}, but no operation is described`);
  return `/paths/${escaped('/api/v1/projects/{id}/scope')}/post/responses/${status}`;
}

/** The validators, by the names of the headers: many responses have the same. */
const headersSeen = new Map<string, ValidateFunction>();

/** Validates a response's headers: all required ones must be there, and none that is not described. */
function headersOf(response: any): ValidateFunction {
  const names = Object.keys(response.headers).join(' ');
  const known = headersSeen.get(names);
  if (known) return known;
  const described = Object.entries<any>(response.headers).map(
    ([name, { $ref }]) => [name.toLowerCase(), at($ref.slice(1))] as const,
  );
  const validate = headerAjv.compile({
    type: 'object',
    properties: Object.fromEntries([
      ...transport.map(name => [name, true]),
      ...described.map(([name, { schema }]) => [name, schema]),
    ]),
    required: described.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
  });
  headersSeen.set(names, validate);
  return validate;
}

const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

function at(pointer: string): any {
  const segments = pointer.slice(1).split('/');
  return segments.reduce<any>(
    (found, segment) => found?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  );
}
