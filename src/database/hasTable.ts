import type { Client } from './client.ts';

/** Whether the database has this table, named with its schema. */
export async function hasTable(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [table]);
  return rows[0].exists;
}
