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
    connectionString: named(url, name),
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
  });
  // A connection that breaks fails the query that was on it; without this it would end the process too.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw notAnswering(error);
  });
  return client;
}

/** The address with the name under which a process's connections show in pg_stat_activity. */
export function named(url: string, name: string): string {
  const address = new URL(url);
  address.searchParams.set('application_name', `corkboard ${name}`);
  return address.href;
}

/** The address with a setting of PostgreSQL's for the connections that are opened by it. */
export function withSetting(url: string, setting: string): string {
  const address = new URL(url);
  const options = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', `${options} -c ${setting}`.trim());
  return address.href;
}

/** What to say, in one line, of a database that a process cannot connect to. */
export function notAnswering(error: Error): StartError {
  return new StartError(`The database does not answer: ${reason(error)}.`);
}

/** Why a connection failed. node-postgres and slonik hide the reason in `cause` or in a list of errors. */
function reason(error: Error & { errors?: Error[] }): string {
  const deeper = error.cause instanceof Error ? error.cause : error.errors?.[0];
  return deeper ? reason(deeper) : error.message;
}
