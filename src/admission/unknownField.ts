import { z } from 'zod';
import { otherFields } from '../vocabulary/otherFields.ts';

/** The longest name that is compared with known fields: a longer one is no typing error. */
const maxNameLength = 40;
/** The shortest name that is compared: a shorter one is part of too many others. */
const shortestName = 3;
/** The most wrong characters of a typing error. */
const maxTypos = 2;

/**
 * A sentence for the sender of an unknown field: what it says in otherFields, or the known fields with similar names, or all of
 * them. `path` leads to the object that contains the field.
 */
export function suggestField(schema: z.ZodType, path: readonly PropertyKey[], name: string): string {
  const others = otherFields.get(schema) ?? {};
  if (path.length === 0 && Object.hasOwn(others, name)) return others[name]!;
  const known = Object.keys(objectAt(schema, path)?.properties ?? {});
  if (known.length === 0) return 'There are no fields here.';
  const similar = known.filter(field => isSimilar(name, field));
  if (similar.length > 0) return `Did you mean ${similar.join(' or ')}?`;
  return `The fields are ${known.join(', ')}.`;
}

/** The JSON Schema of every schema that was sent an unknown field. Making it takes longer than the rest of the check. */
const jsonSchemas = new WeakMap<z.ZodType, z.core.JSONSchema.BaseSchema>();

function jsonSchemaOf(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  const made = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: 'input' });
  jsonSchemas.set(schema, made);
  return made;
}

/** Whether the field at a path may be left out. */
export const isOptional = (schema: z.ZodType, path: readonly PropertyKey[]): boolean => {
  const object = objectAt(schema, path.slice(0, -1));
  const field = String(path.at(-1));
  return Object.hasOwn(object?.properties ?? {}, field) && !object?.required?.includes(field);
};

/** The JSON Schema of the object at a path. */
function objectAt(schema: z.ZodType, path: readonly PropertyKey[]): z.core.JSONSchema.BaseSchema | undefined {
  let at: z.core.JSONSchema.BaseSchema | undefined = jsonSchemaOf(schema);
  for (const step of path) {
    const inner: unknown = typeof step === 'number' ? at?.items : at?.properties?.[String(step)];
    at = inner as z.core.JSONSchema.BaseSchema | undefined;
  }
  return at;
}

/**
 * Whether one name, without case and underscores, is a part of the other or differs from it by a typing error, or both begin
 * with the same word: `due_in_days` for `dueDate`.
 */
function isSimilar(sent: string, known: string): boolean {
  if (sent.length > maxNameLength) return false;
  if (known === 'id') return /(Id|_id)$/.test(sent);
  const [one, other] = [plain(sent), plain(known)];
  if (one.length < shortestName) return false;
  return (
    other.includes(one) || one.includes(other) || isTypo(one, other) || firstWord(sent) === firstWord(known)
  );
}

/** A name without case and underscores. Hours are looked for among minutes, because all times are in minutes. */
const plain = (name: string) => name.replace(/[_-]/g, '').toLowerCase().replace('hours', 'minutes');

const firstWord = (name: string) => /^(?:[A-Z]?[a-z]+)?/.exec(name)![0].toLowerCase();

const isTypo = (one: string, other: string) => one.length > 2 * maxTypos && distance(one, other) <= maxTypos;

/** The Levenshtein distance: how many characters have to be inserted, deleted or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1]! + (letter === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
