import type { TestFn } from 'ava';
import type pg from 'pg';
import { readConfig } from '../../src/config.ts';
import type { Page } from '../../src/console/page/page.ts';
import { consoleRoutes } from '../../src/console/routing/route.ts';
import type { Client } from '../../src/database/client.ts';
import { Database } from '../../src/database/database.ts';
import { type Node, NodePools } from '../../src/database/nodes.ts';
import { openPool } from '../../src/database/pool.ts';
import { startHttpServer } from './httpServer.ts';
import { ofCluster } from './postgres.ts';
import { type Browsers, browsersOf } from './session.ts';
import { patient, sharedWorld, type World } from './world.ts';

/** A statement as node-postgres gets it. */
export interface Sent {
  name: string;
  text: string;
  values: unknown[];
}

/** A console on a world's database. */
export interface Shell {
  baseUrl: string;
  /** The statements that it sends during `work`; nothing else may use it meanwhile. */
  sent(work: () => Promise<unknown>): Promise<Sent[]>;
  /** How many these are. */
  counted(work: () => Promise<unknown>): Promise<number>;
  /** Runs a statement on the connection that was used last. */
  query(text: string): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

/** Starts a server with these pages, or with all pages if none are given. */
export async function consoleWith(
  w: Pick<World, 'serviceUrl'>,
  pages?: readonly Page[],
  env: Record<string, string> = {},
): Promise<Shell> {
  const pool = openPool(w.serviceUrl, 4, patient);
  const nodePools = new NodePools(node => openPool(w.serviceUrl, 4, patient, node));
  const config = readConfig({ ...ofCluster, ...env });
  const statements: Sent[] = [];
  const counting = (pool: pg.Pool): any => ({
    connect: async () => {
      const client = (await pool.connect()) as pg.PoolClient & Client;
      const query = (statement: Sent) => {
        statements.push(statement);
        return client.query(statement as never);
      };
      const { isDistributed } = client;
      return { query, isDistributed, release: (destroy?: boolean) => client.release(destroy) };
    },
  });
  const poolOf = config.citusReadFromNodes ? (node: Node) => counting(nodePools.of(node)) : undefined;
  const database = new Database(counting(pool), 4, patient, poolOf);
  const resources = { database, config };
  const server = await startHttpServer(resources, consoleRoutes(resources, pages));
  const sent = async (work: () => Promise<unknown>) => {
    const before = statements.length;
    await work();
    return statements.splice(before);
  };
  const counted = async (work: () => Promise<unknown>) => (await sent(work)).length;
  const stop = async () => {
    server.stop();
    await Promise.all([pool, ...nodePools.all()].map(one => one.end()));
  };
  return { baseUrl: server.baseUrl, sent, counted, query: text => pool.query(text), stop };
}

/**
 * The world of tests of the console, which the files of a thread share. They look only at workspaces of their own, and count no
 * statements. Nothing is sent from it, unless it has a name of its own and a worker.
 */
export const consoleWorld = (test: TestFn, name = 'console', env: Record<string, string> = {}): World =>
  sharedWorld(test, name, { env: { TRUST_PROXY: '1', WEBHOOK_ALLOW_PRIVATE: 'true', ...env } });

/** Opens browsers on a server of their own, whose statements are counted. */
interface People extends Browsers {
  counted: Shell['counted'];
}

/** Starts a console beside that of the world, with these environment variables. */
export function people(test: TestFn, w: World, env: Record<string, string> = {}): People {
  let shell: Shell;
  test.serial.before(async () => {
    shell = await consoleWith(w, undefined, env);
  });
  w.atEnd(() => shell?.stop());
  return { counted: work => shell.counted(work), ...browsersOf(w, () => shell.baseUrl) };
}

/** Text that contains scripts, which would run on a page that doesn't escape it. */
export const hostile = `"'><script>alert(1)</script></textarea></title><img src=x onerror=alert(1)>&amp;`;

/** Matches a page that does not escape `hostile`. */
export const dangerous = /<script>|<img|onerror=alert\(1\)>(?!&)/;
