import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Database, temporaryFolder, withClient } from '../harness/database.ts';
import type { Endings } from '../harness/endings.ts';
import { freePort } from '../harness/listen.ts';
import { addWorkspaces, giveKeys, type SeededWorkspace } from '../harness/seed/workspaces.ts';
import { migrate } from '../src/database/migrate.ts';
import { fetchAnswer } from '../test/support/call.ts';
import { FaultyProxy } from '../test/support/faultyProxy.ts';
import { type Launched, launch } from '../test/support/launch.ts';
import { type MailServer, mailServer } from '../test/support/mailServer.ts';
import { type Subscriber, subscriber } from '../test/support/subscriber.ts';
import { type Prometheus, startPrometheus } from './prometheus.ts';
import { mountSmallDisk, moveDatabase, type SmallDisk } from './smallDisk.ts';

/** So many that a fault can be used up quickly, and that none of them reaches its rate. */
const studioCount = 30;
/** How often someone creates a client and reads the list, in ms, during the whole drill. */
const trafficMs = 400;
/**
 * The fewest connections that leave room for both processes, and an autovacuum that doesn't wait for a minute before it looks
 * at a table again.
 */
const flags = ['max_connections=50', 'autovacuum_naptime=2s'].flatMap(setting => ['-c', setting]);

/** An installation with one web and one worker process, the servers that it talks to, and traffic. */
export interface Site {
  database: Database;
  studios: SeededWorkspace[];
  /** The receiver of all endpoints but those that a fault adds. */
  receiver: Subscriber;
  mail: MailServer;
  /** The small disk of the database, or why there is none. */
  disk: SmallDisk | string;
  prometheus: Prometheus;
  baseUrl: string;
  worker: Restartable;
  /** A request with a studio's key; returns the status, 0 if there was no answer. */
  request(method: 'GET' | 'POST', studio: SeededWorkspace, path: string, body?: object): Promise<number>;
  /** Writes what the processes logged to a folder, and returns its name. */
  keepLogs(): Promise<string>;
}

/** A process that can be killed and started again, with the same variables. */
export interface Restartable {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Starts everything on free ports of this machine. */
export async function open(endings: Endings): Promise<Site> {
  const folder = await temporaryFolder(endings, 'drill');
  const { database, disk } = await startDatabase(folder, endings);
  const receiver = await subscriber();
  endings.add(receiver.close);
  const mail = mailServer();
  await mail.open();
  endings.add(mail.close);
  const studios = await withClient(database.url, async client => {
    await addWorkspaces(client, studioCount);
    return giveKeys(client);
  });
  for (const { id } of studios) await addEndpoint(database, id, receiver.url);
  // After a restart PostgreSQL has another port.
  const proxy = await FaultyProxy.open(() => database.port);
  endings.add(() => proxy.close());
  const ports = { web: await freePort(), worker: await freePort() };
  const env = {
    DATABASE_URL: Object.assign(new URL(database.url), { port: proxy.port }).href,
    HOST: '127.0.0.1',
    PORT: '0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    SMTP_URL: mail.url(),
    // So few that slow receivers occupy all of them.
    WORKER_CONCURRENCY: '4',
  };
  const outputs: Launched[] = [];
  const start = (script: string, port: number) => {
    const started = launch({ teardown: end => endings.add(end) }, script, {
      ...env,
      METRICS_PORT: `${port}`,
    });
    outputs.push(started);
    return started;
  };
  const web = start('web', ports.web);
  let running: Launched;
  const worker: Restartable = {
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    start: async () => {
      running = start('worker', ports.worker);
      await running.says(/worker is working/);
    },
  };
  await worker.start();
  const baseUrl = `http://127.0.0.1:${await web.says(/"port":(\d+)/)}`;
  const request: Site['request'] = (method, { key }, path, body) =>
    fetchAnswer(baseUrl, { method, path: `/api/v1${path}`, key, body }).then(
      ({ status }) => status,
      () => 0,
    );
  const prometheus = await startPrometheus(join(folder, 'prometheus'), ports, endings);
  const site: Site = {
    database,
    studios,
    receiver,
    mail,
    disk,
    prometheus,
    baseUrl,
    worker,
    request,
    keepLogs: async () => {
      const kept = await mkdtemp(join(tmpdir(), 'corkboard-drill-logs-'));
      await Promise.all(
        outputs.map(({ output }, n) => writeFile(join(kept, `process-${n + 1}.log`), output())),
      );
      return kept;
    },
  };
  beginTraffic(site, endings);
  return site;
}

async function startDatabase(folder: string, endings: Endings) {
  const disk = await mountSmallDisk(join(folder, 'disk'), endings);
  const database = await Database.start(join(folder, 'data'), flags);
  endings.add(() => database.stop());
  if (typeof disk === 'object') await moveDatabase(database.url, disk);
  await migrate(database.url);
  return { database, disk };
}

/** Adds an endpoint that is told of each client. */
export const addEndpoint = (database: Database, workspaceId: string, url: string): Promise<unknown> =>
  database.rows(`select from corkboard.add_endpoint($1, $2, 'json', '{client.created}')`, workspaceId, url);

/** Keeps clients coming, one studio after the other, so that there are requests and deliveries whatever happens. */
function beginTraffic(site: Site, endings: Endings): void {
  let n = 0;
  const timer = setInterval(() => {
    const studio = site.studios[n++ % site.studios.length]!;
    void site.request('POST', studio, '/clients', { name: `Client ${n}` });
    void site.request('GET', studio, '/clients');
  }, trafficMs);
  endings.add(() => clearInterval(timer));
}

/** Runs `step` again and again until the returned function is called, which settles when the last run has ended. */
export function repeating(step: () => Promise<unknown>, everyMs: number): () => Promise<void> {
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      await step();
      await pause(everyMs);
    }
  };
  const done = run();
  return () => {
    isOver = true;
    return done;
  };
}
