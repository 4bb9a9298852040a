import { z } from 'zod';
import { invalid } from '../errors/failure.ts';
import { isBlank } from '../vocabulary/text.ts';

/** Parses the parameters of a query string that are in an operation's input; others are ignored. */
export type QueryReader = (search: string | null) => Record<string, unknown>;

/** Makes the reader for an input schema, whose types determine how each parameter's text is parsed. */
export function queryReader(schema: z.ZodObject): QueryReader {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const parameters = Object.entries(properties).map(([name, property]) => ({
    name,
    ...(property as { type?: string; minimum?: number }),
  }));
  return search => {
    const values: Record<string, unknown> = {};
    if (!search) return values;
    const given = new URLSearchParams(search);
    for (const { name, type, minimum } of parameters) {
      const [text, ...more] = given.getAll(name);
      if (text === undefined) continue;
      if (more.length > 0) throw invalid(name, 'must be given once');
      if (isBlank(text)) throw invalid(name, 'must not be blank');
      if (type === 'integer' && !/^[0-9]+$/.test(text))
        throw invalid(name, `must be a whole number from ${minimum}, in plain digits`);
      values[name] = typed(text, type);
    }
    return values;
  };
}

/** The text as a value of its type. A text that can't be converted stays text, which the schema rejects. */
function typed(text: string, type: string | undefined): unknown {
  // Any number of digits: a page past the end is an empty page, not an error.
  if (type === 'integer') return Math.min(Number(text), Number.MAX_VALUE);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
