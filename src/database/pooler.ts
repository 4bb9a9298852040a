import { once } from 'node:events';
import { StartError } from '../errors/startError.ts';
import { hasCitus } from './citus.ts';
import type { Client } from './client.ts';
import { connect, type ProcessName, settingsOf } from './connect.ts';

/** The SQLSTATEs for a prepared statement that exists already, and for one that doesn't exist. */
const misplaced = ['42P05', '26000'];
/** How often two connections alternately prepare and run a statement: a busy pooler mixes them up only occasionally. */
const alternations = 10;
/** How long a notification may take from one connection to the other, in ms. */
const notificationMs = 5_000;

/**
 * Throws StartError, naming the setting to change, if a connection pooler in front of the database breaks features that
 * the process needs. The process would start all the same, and later fail at random or wait forever.
 */
export async function checkPooler(databaseUrl: string, process: 'web' | 'worker'): Promise<void> {
  const clients: Client[] = [];
  try {
    const one = await connect(databaseUrl, process);
    clients.push(one);
    const other = await connect(databaseUrl, process);
    clients.push(other);
    await checkSettings(one, process);
    await checkPrepared(one, other);
    if (process === 'worker') await checkNotifications(one, other);
  } finally {
    await Promise.all(clients.map(client => client.end()));
  }
}

/**
 * Throws StartError if a connection lacks a setting that it was opened with. On Citus the plan mode does not matter,
 * because pools set it themselves.
 */
export async function checkSettings(client: Pick<Client, 'query'>, process: ProcessName): Promise<void> {
  const settings = settingsOf(process);
  if ('plan_cache_mode' in settings && (await hasCitus(client))) delete settings.plan_cache_mode;
  const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [
    Object.keys(settings),
  ]);
  for (const { name, setting } of rows) {
    if (setting === settings[name]) continue;
    throw new StartError(
      `A pooler in front of the database drops ${name}, which must be ${settings[name]} for ${process}: set it for the role (alter role … set ${name} = '${settings[name]}'), or connect to PostgreSQL itself.`,
    );
  }
}

/** Throws StartError if a connection sees the prepared statements of another one. */
export async function checkPrepared(one: Pick<Client, 'query'>, other: Pick<Client, 'query'>): Promise<void> {
  const statement = { name: 'corkboard_pooler', text: 'select 1' };
  try {
    for (let n = 0; n < alternations; n++) {
      await one.query(statement);
      await other.query(statement);
    }
  } catch (error) {
    if (!misplaced.includes((error as { code: string }).code)) throw error;
    throw new StartError(
      'A pooler in front of the database mixes up prepared statements: PgBouncer needs max_prepared_statements above 0 (from version 1.21 on), or pool_mode = session.',
    );
  }
}

/** Throws StartError if a listening connection doesn't get the notifications of another one. */
export async function checkNotifications(
  one: Pick<Client, 'query'> & NodeJS.EventEmitter,
  other: Pick<Client, 'query'>,
  withinMs = notificationMs,
): Promise<void> {
  const heard = once(one, 'notification', { signal: AbortSignal.timeout(withinMs) }).then(
    () => true,
    () => false,
  );
  await one.query('listen corkboard_pooler');
  await other.query('notify corkboard_pooler');
  if (await heard) return;
  throw new StartError(
    'A pooler in front of the database drops the notifications for workers: the DATABASE_URL of the worker must lead to PostgreSQL itself, or to a pool with pool_mode = session.',
  );
}
