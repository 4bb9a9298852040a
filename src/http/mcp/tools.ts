import type { Tool as Listing } from '@modelcontextprotocol/server';
import { ErrorBody } from '../../errors/failure.ts';
import type { Operation } from '../../operations/define.ts';
import { jsonSchema } from '../schema.ts';

/** Added to the description of every tool that writes. By REST, a write without a key is not safe to repeat. */
const repeating =
  'Safe to repeat: the same arguments within 24 hours give the first result again and create nothing; a second text then says so, and what the record is now. To record the same thing twice on purpose, change an argument.';

/** The name of an operation's tool: draftInvoice is draft_invoice. */
export const toolName = (operation: string) =>
  operation.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** An operation as a tool, for a model that has never seen the product. */
export function listing({ name, title, description, method, scope, input, output }: Operation): Listing {
  const readOnly = method === 'GET';
  const needs = readOnly ? '' : ` ${repeating} The key needs the scope ${scope}.`;
  return {
    name: toolName(name),
    title,
    description: description + needs,
    inputSchema: jsonSchema(input, 'input') as Listing['inputSchema'],
    outputSchema: outputSchema(output),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/**
 * The schema of the result, or of the error body: structuredContent is the one or the other, and clients check it
 * against this schema for errors too.
 */
function outputSchema(output: Operation['output']): NonNullable<Listing['outputSchema']> {
  const success = jsonSchema(output, 'output');
  const refusal = jsonSchema(ErrorBody, 'output');
  return {
    type: 'object',
    properties: { ...success.properties, ...refusal.properties } as Record<string, object>,
    oneOf: [{ required: success.required }, { required: refusal.required }],
    additionalProperties: false,
  };
}
