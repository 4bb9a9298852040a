import { z } from 'zod';

/** JSON Schema 2020-12, the dialect of tools and of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Options = z.core.ToJSONSchemaParams;

/** The JSON Schema of a zod schema's input or output. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, override });
  return rest;
}

/** Removes the patterns of zod's formats and the bounds of JavaScript's integers, which are no use to readers. */
export function override({ zodSchema, jsonSchema }: Parameters<NonNullable<Options['override']>>[0]): void {
  const own = z.globalRegistry.get(zodSchema)?.pattern;
  if ('format' in zodSchema._zod.def && own === undefined) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
