import type { Field } from './fields.ts';

// A field of the kind `rows` is a list of objects. The form has a field for each column of each row, named like
// `lineItems.2.description`.

/** The fields of one row, with their names in the form. */
export const fieldsOfRow = ({ name, columns }: Field, row: number): Field[] =>
  columns.map(column => ({ ...column, name: `${name}.${row}.${column.name}` }));

/** The numbers of the rows that have typed text or a field that marks them, up to the most rows that the field takes. */
export function filledRows({ name, columns, max = Infinity }: Field, form: URLSearchParams): number[] {
  const typed = columns.filter(
    ({ kind, hidden, marksRow }) => marksRow || (!hidden && !['select', 'checkbox'].includes(kind)),
  );
  const rows = new Set<number>();
  for (const [key, text] of form) {
    const [, list, row, column] = /^(\w+)\.(\d{1,3})\.(\w+)$/.exec(key) ?? [];
    const isTyped = list === name && text.trim() !== '' && typed.some(({ name }) => name === column);
    if (isTyped && Number(row) < max) rows.add(Number(row));
  }
  return [...rows].sort((a, b) => a - b);
}
