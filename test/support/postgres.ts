import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';

export interface TestServer {
  /** A database on it whose user may create databases. */
  url: string;
  stop: () => Promise<void>;
}

/** Nothing here outlives the run, so nothing needs to survive a crash. */
const flags = ['fsync=off', 'full_page_writes=off', 'max_connections=200'].flatMap(flag => ['-c', flag]);

/** A PostgreSQL for the tests: TEST_DATABASE_URL, else a container where a Docker engine answers, else the embedded one. */
export async function testServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  return (await container()) ?? (await embedded());
}

/** Null where no engine answers, or where it cannot get the image: no network is no reason not to test. */
async function container(): Promise<TestServer | null> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const image = process.env.TEST_POSTGRES_IMAGE || 'postgres:17';
  try {
    await getContainerRuntimeClient();
  } catch {
    return null;
  }
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  try {
    const started = await new PostgreSqlContainer(image).withCommand(['postgres', ...flags]).start();
    console.log(`Testing against ${image} in a container.`);
    return {
      url: started.getConnectionUri(),
      stop: async () => {
        await started.stop();
      },
    };
  } catch (error) {
    console.log(`A Docker engine answers, but ${image} does not start (${(error as Error).message.trim()}).`);
    return null;
  }
}

async function embedded(): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'corkboard-test-'));
  const { url, stop } = await startEmbedded(folder, flags);
  return {
    url,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database of the name: in UTF-8, whatever the server's own is, and in no locale to lean on. */
export async function createDatabase(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
}

/** A new database, a copy of the run's template. The run drops it, with the template. */
export async function cloneDatabase(): Promise<string> {
  const { CORKBOARD_TEST_SERVER: server, CORKBOARD_TEST_TEMPLATE: template } = process.env;
  const admin = new pg.Client(server);
  await admin.connect();
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await admin.query(`create database ${name} template ${template}`);
  await admin.end();
  const url = Object.assign(new URL(server!), { pathname: `/${name}` }).href;
  const client = new pg.Client(url);
  await client.connect();
  await client.query('select corkboard.adopt_database()');
  await client.end();
  return url;
}
