import { isObject } from '../request.ts';

/** Keywords that only narrow values that Corkboard sends. They are no use to a model. */
const narrowing = ['minimum', 'maximum', 'minLength', 'pattern', 'required', 'additionalProperties'];

/** The end of the description of records whose fields are described by another tool. */
const describedElsewhere = /describes their fields\.$/;

/** Shortens schemas of output: models pay for each character. They accept the same values, and some more. */
export function short(schemas: object, omitted: readonly string[] = narrowing): object {
  const { anyOf, ...rest } = schemas as Schema;
  const whole: Schema = anyOf ? { ...rest, ...anyOf[0], type: [anyOf[0].type, 'null'] } : rest;
  const within = describedElsewhere.test(whole.description ?? '') ? [...omitted, 'description'] : omitted;
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([keyword, value]) => !(omitted.includes(keyword) && !isObject(value)) && value !== 'uuid')
      .map(([keyword, value]) => [keyword, isObject(value) ? short(value, within) : value]),
  );
}

interface Schema {
  description?: string;
  type?: unknown;
  /** A schema or null. */
  anyOf?: [{ type: string }, { type: 'null' }];
}
