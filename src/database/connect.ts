import type { ClientConfig } from 'pg';
import { rootCause, stateOf } from '../errors/databaseFault.ts';
import { StartError } from '../errors/startError.ts';
import { parseAddress } from './address.ts';
import type { Client } from './client.ts';

/** The time limits of a process's connections to the database, all in milliseconds. */
interface Limits {
  /** The time to open a connection. */
  connectMs: number;
  /** PostgreSQL's lock_timeout. If left out, only the statement's timeout applies. */
  lockMs?: number;
  /** PostgreSQL's statement_timeout. */
  statementMs: number;
  /**
   * The time for the response to a statement, including an error about a timeout. After that the connection counts as
   * dead.
   */
  answerMs: number;
}

/** A request must be answered within 5 s, so waitMs plus answerMs, and waitMs plus connectMs, must be less. */
const web = {
  /**
   * The time until a request's last statement starts, including earlier statements, the wait for a connection, and
   * opening it.
   */
  waitMs: 2_300,
  // Short, so that a request soon fails if the database is gone.
  connectMs: 2_000,
  // A request that gets the workspace's lock at the last moment has half a second for its work, which takes a few ms.
  lockMs: 1_500,
  // Much longer than the slowest list takes: a longer statement is blocked.
  statementMs: 2_000,
  answerMs: 2_300,
};

export const limits = {
  web,
  // Long enough for hundreds of attempts in one statement, and for batches of housekeeping. If another transaction
  // holds a row's lock for longer, only that row's item fails.
  worker: { connectMs: 5_000, lockMs: 1_000, statementMs: 10_000, answerMs: 12_000 },
  // Long enough for the slowest command, and short enough for a person to wait.
  operator: { connectMs: 5_000, statementMs: 15_000, answerMs: 17_000 },
  // A statement may rewrite a table. The wait for a lock is short, because all requests for the table queue behind it.
  release: { connectMs: 5_000, lockMs: 1_500, statementMs: 3_600_000, answerMs: 3_602_000 },
} satisfies Record<string, Limits>;

export type ProcessName = keyof typeof limits;

const forAll = {
  // Statements wait for each other's locks and then read what the others have committed. At a stricter level, which the
  // database or the role may have as its default, they would fail instead.
  default_transaction_isolation: 'read committed',
  // Where PostgreSQL overestimates what a statement costs, as it does with reports, it would compile it at each call: 60 to
  // 80 ms more than running it takes.
  jit: 'off',
};

/** PostgreSQL's settings on the connections of a process, besides those limits. */
const settings: Record<ProcessName, Record<string, string>> = {
  // Plans are made once per statement. Plans for specific values are no better here, because every list has its own
  // index, and making them costs more than running them.
  web: { ...forAll, plan_cache_mode: 'force_generic_plan' },
  // The next jobs are read from an index in its order. The planner never knows how long the queue is, and would
  // otherwise collect and sort all waiting jobs at every fetch.
  worker: { ...forAll, enable_bitmapscan: 'off' },
  operator: forAll,
  // How often PostgreSQL checks, in ms, whether the release that runs a statement and holds its locks is still
  // connected.
  release: { ...forAll, client_connection_check_interval: '1000' },
};

/** The settings that every connection of a process must have, with their values as pg_settings shows them. */
export function settingsOf(process: ProcessName): Record<string, string> {
  const { lockMs, statementMs }: Limits = limits[process];
  return {
    ...(lockMs !== undefined && { lock_timeout: `${lockMs}` }),
    statement_timeout: `${statementMs}`,
    ...settings[process],
  };
}

/** After how many ms without traffic a connection sends a keepalive, so that firewalls in between don't drop it. */
const keepAliveMs = 10_000;

/** How a process connects to the database at `url`: limits, settings, and the name that pg_stat_activity shows. */
export function connectionTo(
  url: string,
  process: ProcessName,
  { connectMs, lockMs, statementMs, answerMs }: Limits = limits[process],
): ClientConfig & { answerMs: number } {
  const { options = '', ...address } = parseAddress(url);
  const ours = Object.entries(settings[process]).map(
    ([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`,
  );
  return {
    application_name: `corkboard ${process}`,
    ...address,
    options: [options, ...ours].join(' ').trim(),
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    answerMs,
  };
}

/**
 * A single connection, for a process that runs one query and ends. Throws StartError if the database doesn't answer.
 */
export async function connect(url: string, process: ProcessName): Promise<Client> {
  const { Client } = await import('./client.ts');
  const client = new Client(connectionTo(url, process));
  // A broken connection fails the current query. Without this listener it would also end the process.
  client.on('error', () => {});
  await client.connect().catch((error: Error) => {
    throw notAnswering(error);
  });
  return client;
}

/** The codes of errors about a certificate from an authority that this machine doesn't know, or without one. */
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** The error for a database that a process can't connect to, as one line. */
export function notAnswering(error: Error): StartError {
  const cause = rootCause(error);
  const { message } = cause;
  // PgBouncer's error for a parameter that its ignore_startup_parameters lacks.
  if (/unsupported startup parameter/.test(message)) {
    return new StartError(
      'A pooler in front of the database rejects connections: the ignore_startup_parameters of PgBouncer must name options, lock_timeout and statement_timeout.',
    );
  }
  const advice = untrusted.test(stateOf(cause))
    ? " Every sslmode with TLS verifies the server: name its authority's certificate, or its own if it is self-signed, in sslrootcert, or set sslmode to no-verify for TLS that verifies nothing."
    : '';
  return new StartError(`Can't connect to the database: ${message}.${advice}`, { cause: error });
}
