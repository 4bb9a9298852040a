import type { Tool as Listing } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../schema.ts';

/**
 * The keywords that every model provider accepts in a tool's input. For any other, some providers drop the tool, and
 * some refuse the whole conversation, even if the tool is never called. What the left out keywords would say, the
 * description says, and the operation checks.
 */
const keywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'description',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
]);

/** Lookaround, named groups, back references, Unicode classes and escapes, which not every provider's regular expressions have. */
const unsupportedPattern = /\(\?[=!<]|\\[1-9kpPu]/;

/** The schema of a tool's arguments, in keywords that every model provider accepts. */
export const inputSchema = (input: z.ZodObject) =>
  portable(jsonSchema(input, 'input')) as Listing['inputSchema'];

function portable({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const { type } = schema;
  const whole = {
    ...(anyOf && notNull(anyOf)),
    ...schema,
    ...(Array.isArray(type) && notNull(type.map(type => ({ type })))),
  };
  const kept = Object.entries(whole).filter(([keyword, value]) => isPortable(keyword, value));
  return {
    ...Object.fromEntries(kept.map(([keyword, value]) => [keyword, inner(keyword, value)])),
    // Some providers refuse an object without a list of what is required.
    ...(whole.type === 'object' && { required: whole.required ?? [] }),
  };
}

/** The schema of a value that may be null. Tools take null as left out, so the value's own schema says enough. */
function notNull([value, nothing, ...more]: JsonSchema[]): JsonSchema {
  if (nothing?.type === 'null' && more.length === 0) return value!;
  throw new Error('The input of a tool must not be a union: model providers refuse it.');
}

function isPortable(keyword: string, value: unknown): boolean {
  if (keyword === 'pattern') return !unsupportedPattern.test(value as string);
  return keywords.has(keyword) && value !== null;
}

/** The value of a keyword, with portable schemas inside. */
function inner(keyword: string, value: unknown): unknown {
  if (keyword === 'items') return portable(value as JsonSchema);
  if (keyword === 'additionalProperties') return value && { type: (value as JsonSchema).type };
  if (keyword !== 'properties') return value;
  const fields = Object.entries(value as Record<string, JsonSchema>);
  return Object.fromEntries(fields.map(([field, schema]) => [field, portable(schema)]));
}
