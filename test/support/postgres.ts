import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { queryAt, withClient } from '../../harness/database.ts';
import { measuresCoverage } from './coverage.ts';
import { startServer } from './embedded.ts';
import type { Owner } from './folder.ts';
import type { Templates } from './templates.ts';

export interface TestServer {
  /** The address of a database on it, with a user who may create databases. */
  url: string;
  stop: () => Promise<void>;
  /** The templates that it has already. Their server is removed after the run, with all databases. */
  templates?: Templates;
}

/**
 * The server's data is deleted after the run, so it need not survive a crash. With hundreds of databases, autovacuum
 * would start several processes a second.
 */
const settings = [
  ...['fsync=off', 'full_page_writes=off', 'max_connections=1000', 'autovacuum=off'],
  // Nothing reads its log, in which each refused statement would be.
  'log_min_messages=log',
];
if (measuresCoverage) settings.push('track_functions=all');
const flags = settings.flatMap(setting => ['-c', setting]);

/**
 * Returns a PostgreSQL for the tests and prints which one: TEST_DATABASE_URL, otherwise a container if a Docker engine
 * answers, otherwise the embedded one. If TEST_POSTGRES_IMAGE is set, there is a container of it, or the run fails.
 */
export async function testServer(): Promise<TestServer> {
  const { TEST_DATABASE_URL: given, TEST_POSTGRES_IMAGE: image } = process.env;
  if (given) return said('of TEST_DATABASE_URL', { url: given, stop: async () => {} });
  if (image) return said(`in a container of ${image}`, await container(image));
  return anyServer('postgres:17');
}

/** A container, or the embedded server if there is no Docker engine or the image can't be downloaded. */
async function anyServer(image: string): Promise<TestServer> {
  if (!(await engineAnswers())) return said('embedded: no Docker engine answers', await startServer(flags));
  const started = await container(image).catch((error: Error) => error);
  if (!(started instanceof Error)) return said(`in a container of ${image}`, started);
  return said(`embedded: ${image} does not start (${started.message.trim()})`, await startServer(flags));
}

/** Prints which server the run uses, because a result holds for that version only. */
async function said(which: string, server: TestServer): Promise<TestServer> {
  const [{ server_version }] = await queryAt(server.url, 'show server_version');
  console.log(`Testing on PostgreSQL ${server_version}, ${which}.`);
  return server;
}

export async function engineAnswers(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
}

export async function container(image: string, options: string[] = flags): Promise<TestServer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const started = await new PostgreSqlContainer(image).withCommand(['postgres', ...options]).start();
  return {
    url: started.getConnectionUri(),
    stop: async () => {
      await started.stop();
    },
  };
}

/** The locale of the tests' databases, unless a test asks for another one. It knows only ASCII letters. */
const plainLocale = `locale_provider libc locale 'C'`;

/**
 * Other locales to try, as arguments of `create database`. Those whose lower() maps most letters to ASCII ones come
 * first.
 */
const otherLocales = [
  `locale_provider libc locale 'en_US.UTF-8'`,
  `locale_provider libc locale 'C.UTF-8'`,
  `locale_provider icu icu_locale 'und' locale 'C'`,
];

/** The address of a database on a server, by the address of another one. */
export const addressOf = (server: string, database: string): string =>
  Object.assign(new URL(server), { pathname: `/${database}` }).href;

/** Creates an empty database with this name, in UTF-8 and in this locale, whatever the server's defaults are. */
export async function createDatabase(admin: pg.Client, name: string, locale = plainLocale): Promise<void> {
  await admin.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`);
}

/**
 * The locales that this server has, C first: one for each provider and system locale that differ in what lower() does.
 */
export async function localesOf(admin: pg.Client): Promise<string[]> {
  const found = [plainLocale];
  const probe = `corkboard_test_locale_${randomUUID().slice(0, 8)}`;
  for (const locale of otherLocales) {
    const isThere = await createDatabase(admin, probe, locale).then(
      () => true,
      () => false,
    );
    if (isThere) {
      found.push(locale);
      await admin.query(`drop database ${probe}`);
    }
  }
  return found;
}

/** The environment variables of web in the tests: on Citus it reads on the nodes, as it does where speed counts. */
export const ofCluster: Record<string, string> = process.env.CORKBOARD_TEST_CITUS
  ? { CITUS_READ_FROM_NODES: 'true' }
  : {};

/**
 * Creates a copy of the run's template. The run drops it at the end. On Citus, whose databases can't be cloned, all tests
 * share one (test/citus/run.ts).
 */
export async function cloneDatabase(): Promise<string> {
  const {
    CORKBOARD_TEST_CITUS: citus,
    CORKBOARD_TEST_SERVER: server,
    CORKBOARD_TEST_TEMPLATE: template,
  } = process.env;
  if (citus) return citus;
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  // Copying the files costs half of what copying through the write-ahead log does.
  await queryAt(server!, `create database ${name} template ${template} strategy file_copy`);
  const url = addressOf(server!, name);
  await queryAt(url, 'select corkboard.adopt_database()');
  return url;
}

/** Creates an empty database on the run's server. The run drops it at the end. */
export async function emptyDatabase(): Promise<string> {
  const server = process.env.CORKBOARD_TEST_SERVER!;
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_${randomUUID().slice(0, 8)}`;
  await withClient(server, admin => createDatabase(admin, name));
  return addressOf(server, name);
}

/** A connection to a database, which ends with its owner. */
export async function connected(owner: Owner, config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  await client.connect();
  owner.teardown(() => client.end());
  return client;
}
