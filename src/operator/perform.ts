import type { Row } from '../actions/define.ts';
import type { Config } from '../config.ts';
import type { Client } from '../database/client.ts';
import { connect } from '../database/connect.ts';
import { notedAddress } from '../database/embedded/folder.ts';
import { notification } from '../database/jobNotifier.ts';
import { locateDatabase } from '../database/locate.ts';
import { isForbidden } from '../errors/databaseFault.ts';
import { Failure } from '../errors/failure.ts';
import { StartError } from '../errors/startError.ts';
import { toFailure } from '../errors/translate.ts';
import type { Query } from '../webhooks/attempts.ts';
import type { Verb } from './verb.ts';

/** The SQLSTATEs of a schema, table or function that does not exist. */
const missing = ['3F000', '42P01', '42883'];

/** Performs a verb and returns JSON. Throws Failure if it is rejected, StartError if the database can't be reached. */
export async function perform(config: Config, verb: Verb, given: unknown[]): Promise<string> {
  const database = await connect(await locateDatabase(config), 'operator');
  const answer = async (more: Row = {}): Promise<string> => {
    const values = verb.values?.(given, more) ?? given;
    await database.query('begin');
    const workspace = verb.of ? await entered(database, values[0]) : null;
    // A literal, because Citus needs the workspace when it plans.
    const query = verb.query.replaceAll(':workspace', workspace === null ? 'null' : `'${workspace}'`);
    const { rows } = await database.query(
      `select row_to_json(answer)::text as answer from (${query}) answer`,
      values,
    );
    await database.query('commit');
    if (database.takeAddedJobs()) await database.query(notification(1));
    if (rows.length === 0) throw notFound(verb);
    return rows[0].answer;
  };
  try {
    if (!verb.perform) return await answer();
    const run = async (more?: Row) => JSON.parse(await answer(more));
    const query: Query = (text, values) => database.query(text, values);
    return JSON.stringify(await verb.perform(run, given, await asServed(config), query));
  } catch (error) {
    throw (
      toFailure(error) ??
      (error instanceof StartError ? error : new StartError(fault(error as Error, database)))
    );
  } finally {
    await database.end();
  }
}

/** The configuration with the address that the service is reached at, which may listen on another port than the default one. */
async function asServed(config: Config): Promise<Config> {
  if (config.publicUrl !== undefined || config.databaseUrl !== undefined) return config;
  return { ...config, publicUrl: (await notedAddress(config.dataDir)) ?? undefined };
}

/** Enters the workspace of a record and returns its id; null: there is no such record. */
async function entered(database: Client, record: unknown): Promise<string | null> {
  const { rows } = await database.query(
    'select w.id, corkboard.enter_workspace(w.id) from corkboard.workspace_of_record($1) w (id)',
    [record],
  );
  return rows[0].id;
}

const notFound = ({ of, notFoundHint }: Verb) =>
  new Failure('not_found', [`No ${of} with this id.`, notFoundHint].filter(Boolean).join(' '));

function fault(error: Error & { code?: string }, { user }: Client): string {
  const { code = '', message } = error;
  if (missing.includes(code)) return 'The database is not up to date: run npm run release.';
  return isForbidden(error)
    ? `The role ${user} may not do this (${message}). Set DATABASE_URL to that of the role that owns the tables, with which npm run release runs.`
    : `The database fails: ${message}.`;
}
