import type { Tool as Listing } from '@modelcontextprotocol/server';
import { catalogue } from '../../operations/catalogue.ts';
import type { Operation } from '../../operations/define.ts';
import { snakeCase } from '../../records/columns.ts';
import { given } from '../../vocabulary/given.ts';
import { jsonSchema } from '../schema.ts';
import { inputSchema } from './inputSchema.ts';
import { short } from './short.ts';

/** Added to the description of every tool that writes. (A write by REST needs an Idempotency-Key for that.) */
const repeating = 'Repeating it with the same arguments within 24 hours records nothing new.';

/** The name of an operation's tool: draftInvoice is draft_invoice. */
export const toolName = snakeCase;

/** Replaces the names of operations in a listing with the names of their tools. */
function withToolNames(listing: Listing): Listing {
  const operationNames = new RegExp(`\\b(${catalogue.map(({ name }) => name).join('|')})\\b`, 'g');
  return JSON.parse(JSON.stringify(listing).replace(operationNames, toolName));
}

/** Added to the description of every tool with amounts in its arguments or result, so that not every field needs it. */
const units = "Fields in …Cents are in the currency's minor unit: 1250 is 12.50 USD or 1,250 JPY.";

/** The listing of an operation as a tool, for a model that doesn't know the product. */
export function listing(operation: Operation): Listing {
  const { name, title, description, method, scope, input } = operation;
  const readOnly = method === 'GET';
  const schemas = {
    inputSchema: inputSchema(input),
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

/** The schema of structuredContent: of the result, or of an error body with only texts, which clients validate too. */
function outputSchema({ output }: Operation): NonNullable<Listing['outputSchema']> {
  const { properties, required } = jsonSchema(output, 'output');
  return {
    type: 'object',
    properties: short(properties!) as Record<string, object>,
    oneOf: [given(...required!), given('error', 'code')],
    additionalProperties: { type: 'string' },
  };
}
