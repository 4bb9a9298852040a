import type { Operation } from '../../operations/define.ts';
import { isObject } from '../request.ts';
import { type JsonSchema, jsonSchema } from '../schema.ts';

export type Arguments = Record<string, unknown>;

/** How a tool reads the arguments of its calls. */
export interface ArgumentReader {
  /** The arguments without optional ones that are null or "", which some clients send for what they leave out. */
  given(args: Arguments): Arguments;
  /**
   * The common form of equal calls: ids in lower case, and no argument that equals the default in the schema. A default
   * that may change between two calls, such as today's date or a setting of the workspace, is not in the schema.
   */
  compared(given: Arguments): Arguments;
}

/** The reader of the arguments of an operation's tool. */
export function argumentReader({ input }: Operation): ArgumentReader {
  const schema = jsonSchema(input, 'input');
  return {
    given: args => without(schema, args, value => value === null || value === '') as Arguments,
    compared: given => {
      const distinct = without(schema, given, (value, field) => value === field.default) as Arguments;
      return Object.fromEntries(
        Object.entries(distinct).map(([name, value]) => [name, isId(schema, name) ? lower(value) : value]),
      );
    },
  };
}

const fieldOf = ({ properties = {} }: JsonSchema, name: string) =>
  Object.hasOwn(properties, name) ? (properties[name] as JsonSchema) : undefined;

const isId = (schema: JsonSchema, name: string) => fieldOf(schema, name)?.format === 'uuid';

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** A value without the optional properties that `isLeftOut` names, at any depth. Properties that the schema lacks stay. */
function without(
  schema: JsonSchema,
  value: unknown,
  isLeftOut: (value: unknown, field: JsonSchema) => boolean,
): unknown {
  if (Array.isArray(value) && schema.items) {
    return value.map(item => without(schema.items as JsonSchema, item, isLeftOut));
  }
  if (!isObject(value) || !schema.properties) return value;
  const isOptional = (name: string) => !schema.required?.includes(name);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const field = fieldOf(schema, name);
      if (field === undefined) return [[name, inner]];
      return isOptional(name) && isLeftOut(inner, field) ? [] : [[name, without(field, inner, isLeftOut)]];
    }),
  );
}
