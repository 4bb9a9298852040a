import type { TestFn } from 'ava';
import type pg from 'pg';
import { serve } from '../../src/bin/serve.ts';
import { readConfig } from '../../src/config.ts';
import { clientPool } from '../../src/database/client.ts';
import { connectionTo, type limits } from '../../src/database/connect.ts';
import { type Account, account } from './account.ts';
import { cloneDatabase, ofCluster } from './postgres.ts';
import { asService } from './role.ts';
import { type Browsers, browsersOf } from './session.ts';

/** A separate Corkboard for a test file: a database cloned from the template, and a web server on it. */
export interface World extends Browsers {
  /** The address of its database, as the owner. */
  databaseUrl: string;
  /** The address of its database, as the role of web, worker and the operator's command. */
  serviceUrl: string;
  baseUrl: string;
  /** A pool as the owner, to read tables and to call functions that pages call. */
  db: pg.Pool;
  /** A pool as the service's role, to which row-level security applies. */
  service: pg.Pool;
  /** Runs a statement as the owner and returns its rows. */
  sql(text: string, ...values: unknown[]): Promise<any[]>;
  /** Calls a function of the schema as the owner and returns its rows. */
  call(name: string, ...values: unknown[]): Promise<any[]>;
  /**
   * Adds a step to run after the tests, before the steps that were added earlier, while the world still exists. (ava
   * runs the hooks of a file in parallel, so the test's own hook might find an ended pool or a stopped server.)
   */
  atEnd(step: () => unknown): void;
  /** Creates a workspace with a key that has every scope. */
  workspace(options?: WorkspaceOptions): Promise<Account>;
  /** Creates such a workspace with a project. */
  withProject(options?: WorkspaceOptions): Promise<{ studio: Account; id: string }>;
}

export interface WorkspaceOptions {
  ownerEmail?: string;
  plan?: string;
  currency?: string;
  taxRateBps?: number;
  pricesIncludeTax?: boolean;
  label?: string;
}

/** Long limits, so that tests pass on a busy machine. Only tests of the limits use the service's own. */
export const patient: typeof limits.web = {
  waitMs: 60_000,
  connectMs: 60_000,
  lockMs: 60_000,
  statementMs: 60_000,
  answerMs: 62_000,
};

/**
 * Ends a pool even if a failed test never released a connection. Otherwise the pool would wait for it until ava's
 * timeout. Connections of queries that still run on the pool itself are left to it: released twice, they would throw after
 * the last test.
 */
function endingPool(pool: pg.Pool): () => Promise<void> {
  const borrowed = new Set<pg.PoolClient>();
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    borrowed.add(client);
    return client;
  }) as typeof pool.connect;
  // pg's own closes the connection of a statement that failed, and a new one has to plan its statements again.
  pool.query = (async (...given: Parameters<pg.PoolClient['query']>) => {
    const client = await connect();
    try {
      return await client.query(...given);
    } finally {
      client.release();
    }
  }) as typeof pool.query;
  pool.on('release', (_, client) => borrowed.delete(client as pg.PoolClient));
  return () => {
    for (const client of borrowed) client.release(true);
    return pool.end();
  };
}

/**
 * The settings of web's connections. Unlike PostgreSQL's own they plan a statement once, not for each of its first calls, which
 * would cost most of the tests' time. Citus plans for each workspace, as it does in production.
 */
const planning = (url: string) =>
  process.env.CORKBOARD_TEST_CITUS ? {} : { options: connectionTo(url, 'web').options };

interface WorldOptions {
  /** The environment variables of its server. */
  env?: Record<string, string>;
  /** How long its server waits for the database. */
  waits?: typeof patient;
  /** How many connections each of its pools may have. Each plans its statements and those of functions anew. */
  connections?: number;
}

/** Creates a world before the tests of a file and removes it after them. */
export function world(test: TestFn, options: WorldOptions = {}): World {
  const { made, begin, end } = newWorld(options);
  test.serial.before(begin);
  test.after.always(end);
  return made;
}

const shared = new Map<string, ReturnType<typeof newWorld> & { files: number }>();

/**
 * The world with this name, which the test files of a thread share, because a database with its server and its connections
 * costs more than most tests. Such tests look only at workspaces of their own, and count no statements.
 */
export function sharedWorld(test: TestFn, name: string, options: WorldOptions = {}): World {
  const one = shared.get(name) ?? { ...newWorld(options), files: 0 };
  shared.set(name, one);
  one.files++;
  test.serial.before(one.begin);
  test.after.always(async () => {
    one.files--;
    if (one.files === 0) await one.end();
  });
  return one.made;
}

/** A world, and the steps that create and remove it. */
function newWorld({ env = {}, waits = patient, connections = 8 }: WorldOptions) {
  const undo: (() => unknown)[] = [];
  const ending: (() => unknown)[] = [];
  const steps: Pick<World, 'atEnd'> = { atEnd: step => ending.push(step) };
  const made = steps as World;
  const create = async () => {
    const databaseUrl = await cloneDatabase();
    const serviceUrl = asService(databaseUrl);
    // Lasting connections: each new one has to plan its statements again. More than tests that run at once hold while
    // they wait for a further one: with five, they waited for each other.
    const poolOptions = { max: connections, idleTimeoutMillis: 600_000, answerMs: patient.answerMs };
    const poolOf = (connectionString: string) =>
      clientPool({ connectionString, ...planning(connectionString), ...poolOptions });
    const [db, service] = [poolOf(databaseUrl), poolOf(serviceUrl)];
    undo.push(endingPool(db), endingPool(service));
    const web = await serve({ ...readConfig({ ...ofCluster, ...env }), port: 0 }, serviceUrl, waits);
    undo.push(web.stop);
    Object.assign(made, { databaseUrl, serviceUrl, db, service, baseUrl: `http://127.0.0.1:${web.port}` });
  };
  let created: Promise<void> | undefined;
  const begin = () => {
    created ??= create();
    return created;
  };
  const end = async () => {
    const failures: unknown[] = [];
    for (const step of [...ending.reverse(), ...undo.reverse()])
      await Promise.try(step).catch(error => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  made.sql = async (text, ...values) => (await made.db.query(text, values)).rows;
  made.call = (name, ...values) =>
    made.sql(`select * from corkboard.${name}(${values.map((_, n) => `$${n + 1}`)})`, ...values);
  made.workspace = async (options = {}) => {
    const {
      ownerEmail = 'never-leaves@owner.example',
      plan = 'pro',
      currency = 'USD',
      taxRateBps = 0,
      pricesIncludeTax = false,
      label = 'Test key',
    } = options;
    const [{ id, key }] = await made.sql(
      `select w.id, (corkboard.create_key(w.id, $1, corkboard.key_scopes())).secret as key
       from corkboard.create_workspace('Studio', $2, $3, $4, $5, $6) w`,
      ...[label, ownerEmail, currency, plan, taxRateBps, pricesIncludeTax],
    );
    return account(made.baseUrl, made.db, id, key);
  };
  made.withProject = async options => {
    const studio = await made.workspace(options);
    const { id } = await studio.project();
    return { studio, id };
  };
  Object.assign(
    made,
    browsersOf(made, () => made.baseUrl),
  );
  return { made, begin, end };
}
