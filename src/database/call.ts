/** A sender of statements to the database: a job's helpers, or a pool. */
interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

const callOf = (name: string, values: unknown[]) =>
  `corkboard.${name}(${values.map((_, n) => `$${n + 1}`).join(', ')})`;

/** The result of a function of the database for these values. */
export async function call<Returned>(
  database: Database,
  name: string,
  ...values: unknown[]
): Promise<Returned> {
  const { rows } = await database.query(`select ${callOf(name, values)} as returned`, values);
  return (rows as { returned: Returned }[])[0]!.returned;
}

/** The first of the rows that a function of the database returns for these values. */
export async function firstRow<Row>(
  database: Database,
  name: string,
  ...values: unknown[]
): Promise<Row | undefined> {
  const { rows } = await database.query(`select * from ${callOf(name, values)}`, values);
  return (rows as Row[])[0];
}
