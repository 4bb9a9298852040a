import type { Tool as Listing } from '@modelcontextprotocol/server';
import { catalogue } from '../../operations/catalogue.ts';
import type { Operation } from '../../operations/define.ts';
import { jsonSchema } from '../schema.ts';
import { short } from './short.ts';

/** Added to the description of every tool that writes. By REST, a write without a key is not safe to repeat. */
const repeating = 'Repeating it with the same arguments within 24 hours records nothing new.';

/** The name of an operation's tool: draftInvoice is draft_invoice. */
export const toolName = (operation: string) =>
  operation.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The names of the operations, where a description refers to one. */
const operationNames = () => new RegExp(`\\b(${catalogue.map(({ name }) => name).join('|')})\\b`, 'g');

/** A part of a listing, in which the operations that descriptions refer to have the names of their tools. */
const withToolNames = <Part>(part: Part): Part =>
  JSON.parse(JSON.stringify(part).replace(operationNames(), toolName));

/** Added to the description of every tool whose arguments or result have amounts: a field's unit is said once. */
const units = "Fields in …Cents are in the currency's minor unit: 1250 is 12.50 USD or 1,250 JPY.";

/** An operation as a tool, for a model that has never seen the product. */
export function listing(operation: Operation): Listing {
  const { name, title, description, method, scope, input } = operation;
  const readOnly = method === 'GET';
  const schemas = {
    inputSchema: jsonSchema(input, 'input') as Listing['inputSchema'],
    outputSchema: outputSchema(operation),
  };
  const sentences = [
    description,
    ...(JSON.stringify(schemas).includes('Cents"') ? [units] : []),
    ...(readOnly ? [] : [repeating, `Scope: ${scope}.`]),
  ];
  return withToolNames({
    name: toolName(name),
    title,
    description: sentences.join(' '),
    ...schemas,
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  });
}

/**
 * The schema of the result, or of the error body, whose fields are all texts: structuredContent is the one or the
 * other, and clients check it against this schema for errors too.
 */
function outputSchema({ output }: Operation): NonNullable<Listing['outputSchema']> {
  const { properties, required } = jsonSchema(output, 'output');
  return {
    type: 'object',
    properties: short(properties!) as Record<string, object>,
    oneOf: [{ required }, { required: ['error', 'code'] }],
    additionalProperties: { type: 'string' },
  };
}
