import type { Client } from 'pg';
import { StartError } from '../config.ts';

/** Long enough for a database far away, short enough for a person who waits. */
const connectionTimeoutMs = 5_000;
/** As in the pool: what takes longer is stuck behind something else. */
const statementTimeoutMs = 15_000;

/** One connection, for a process that asks one thing and ends. Throws StartError where the database does not answer. */
export async function connect(url: string, name: string): Promise<Client> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
  });
  // A connection that breaks fails the query that was on it; without this it would end the process too.
  client.on('error', () => {});
  await client.connect().catch((error: Error & { code?: string }) => {
    throw new StartError(`The database does not answer: ${error.message || error.code}.`);
  });
  return client;
}
