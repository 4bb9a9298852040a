import type { ClientConfig } from 'pg';
import { StartError } from '../config.ts';
import type { Client } from './client.ts';

/** What every connection of the service keeps to, by the process that opens it; all in milliseconds. */
interface Limits {
  /** Until a connection stands, or one of the pool is free. */
  connectMs: number;
  /** Until PostgreSQL gives a statement up. */
  statementMs: number;
  /** Until a statement gives up waiting for a lock; without: as long as it may take. */
  lockMs?: number;
}

const limits = {
  // A database that is gone is said at once, not after a wait. What takes longer than the other is stuck behind something.
  web: { connectMs: 3_000, statementMs: 15_000 },
  // Rounds of hundreds of attempts, and batches of housekeeping. A row that somebody holds for longer fails alone, and not its round.
  worker: { connectMs: 5_000, statementMs: 10_000, lockMs: 1_000 },
  // A person waits.
  operator: { connectMs: 5_000, statementMs: 15_000 },
  // A table may be rewritten.
  release: { connectMs: 5_000, statementMs: 3_600_000 },
} satisfies Record<string, Limits>;

export type ProcessName = keyof typeof limits;

/** The time after which PostgreSQL would have answered, if only to say that it gave the statement up. */
const onTheWayMs = 2_000;
/** A connection on which nothing happens is kept awake, before a firewall on the way forgets it. */
const keepAliveMs = 10_000;

/** How a process connects to the database at `url`: the limits, and the name that pg_stat_activity shows. */
export function connectionTo(url: string, process: ProcessName): ClientConfig & { answerMs: number } {
  const { connectMs, statementMs, lockMs }: Limits = limits[process];
  return {
    connectionString: url,
    application_name: `corkboard ${process}`,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    statement_timeout: statementMs,
    ...(lockMs === undefined ? {} : { lock_timeout: lockMs }),
    answerMs: statementMs + onTheWayMs,
  };
}

/** One connection, for a process that asks one thing and ends. Throws StartError where the database does not answer. */
export async function connect(url: string, process: ProcessName): Promise<Client> {
  const { Client } = await import('./client.ts');
  const client = new Client(connectionTo(url, process));
  // A connection that breaks fails the query that was on it; without this it would end the process too.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw notAnswering(error);
  });
  return client;
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
