import type pg from 'pg';

/**
 * How many blocks a statement reads, from memory or disk, at its second run on a connection: the first one also reads the
 * catalogs.
 */
export async function blocksOf(db: pg.Pool, statement: string): Promise<number> {
  const client = await db.connect();
  try {
    const explain = () => client.query(`explain (analyze, buffers, format json) ${statement}`);
    await explain();
    const { Plan: plan } = (await explain()).rows[0]['QUERY PLAN'][0];
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  } finally {
    client.release();
  }
}
