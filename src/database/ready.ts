import { z } from 'zod';
import type { Database } from './database.ts';
import { Patience } from './patience.ts';
import { sql } from './pool.ts';
import { fingerprint } from './released.ts';

const Row = z.object({ reason: z.string().nullable() });

/** Why the web process cannot do its work on its database; null where it can. Throws where the database does not answer. */
export async function whyUnready(database: Database, patience = new Patience()): Promise<string | null> {
  const queries = database.for(patience);
  const row = await queries.one(
    sql.type(Row)`select corkboard.why_unready(${await fingerprint()}) as reason`,
  );
  return row.reason;
}
