import type pg from 'pg';

// Differences of a database with the Citus extension (docs/citus.md).

type Client = Pick<pg.ClientBase, 'query'>;

export async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select 1 from pg_extension e where e.extname = 'citus') as is_there`,
  );
  return rows[0].is_there;
}

/**
 * Drops the views of a database that Citus distributes; the release creates them again afterwards. Citus replaces no
 * function and changes no table if a view depends on both.
 */
export async function dropDistributedViews(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select to_regproc('corkboard.drop_distributed_views') is not null as is_known`,
  );
  if (rows[0].is_known) await client.query('call corkboard.drop_distributed_views()');
}
