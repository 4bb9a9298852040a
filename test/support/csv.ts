/** Reads a CSV file as RFC 4180 defines it. Throws where it is none. */
export function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r\\n)`, 'y');
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, value, end] = cell.exec(text) ?? [];
    if (value === undefined) throw new Error(`No cell at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`);
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows of a file as objects, by the names of the columns. */
export function recordsIn(text: string, separator = ','): Record<string, string>[] {
  const [columns = [], ...rows] = parseCsv(text.replace(/^\ufeff/, ''), separator);
  return rows.map(row => Object.fromEntries(columns.map((name, n) => [name, row[n]!])));
}

/** Rows as one batch. */
export async function* batchesIn<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  if (rows.length > 0) yield rows;
}
