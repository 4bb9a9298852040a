import { type FragmentSqlToken, sql } from './sql.ts';

type Value = Parameters<typeof sql.fragment>[1];

/** A fragment of text in which $1, $2, … stand for values, or for other fragments. */
export function fragment(text: string, values: unknown[]): FragmentSqlToken {
  const parts = text.split(/\$(\d+)/);
  const texts = parts.filter((_, n) => n % 2 === 0);
  const places = parts.filter((_, n) => n % 2 === 1).map(place => bound(values[Number(place) - 1]));
  // Frozen like those of a template literal, because slonik accepts no others.
  return sql.fragment(Object.freeze(Object.assign(texts, { raw: Object.freeze([...texts]) })), ...places);
}

const bound = (value: unknown): Value =>
  Array.isArray(value) ? sql.array(value as string[], 'text') : ((value ?? null) as Value);
