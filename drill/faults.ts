import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { SeededWorkspace } from '../harness/seed/workspaces.ts';
import { limits } from '../src/http/limits.ts';
import { eventually } from '../test/support/eventually.ts';
import { subscriber } from '../test/support/subscriber.ts';
import { addEndpoint, repeating, type Site } from './site.ts';

/** Something that goes wrong in an installation. */
export interface Fault {
  name: string;
  /** The alerts that must fire while it lasts, and clear when it is over. */
  alerts: string[];
  /** Causes it, and returns how to end it. */
  cause(site: Site): Promise<() => Promise<unknown>>;
  /** Why it can't be caused here; null if it can. */
  skipped?(site: Site): string | null;
}

/** A connection to the database that does not go through the service. Its errors are those of the fault. */
async function connected({ database }: Site): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The next of the studios, so that none of them reaches its rate. */
function inTurn({ studios }: Site): () => SeededWorkspace {
  let n = 0;
  return () => studios[n++ % studios.length]!;
}

const workerStopped: Fault = {
  name: 'worker-stopped',
  alerts: ['CorkboardDown', 'CorkboardNoWorker', 'CorkboardQueueUnknown'],
  cause: async ({ worker }) => {
    await worker.kill();
    return worker.start;
  },
};

/** Endpoints whose receivers don't answer occupy all of the worker's slots. */
const workersSaturated: Fault = {
  name: 'workers-saturated',
  alerts: ['CorkboardDeliveriesOverdue'],
  cause: async site => {
    const open = new Set<ServerResponse>();
    const silent = await subscriber((_req, res) => void open.add(res));
    const studios = site.studios.slice(0, 4);
    for (const { id } of studios) {
      await addEndpoint(site.database, id, silent.url);
    }
    const stop = repeating(
      () => Promise.all(studios.map(studio => site.request('POST', studio, '/clients', { name: 'Ada' }))),
      2_000,
    );
    return async () => {
      await stop();
      silent.reaction = 200;
      for (const res of open) res.writeHead(200).end();
      // The endpoints stay. What timed out at them is retried while the next faults are caused.
    };
  },
};

/** Another transaction holds a table most of the time, and only for moments lets requests through. */
const slowRequests: Fault = {
  name: 'slow-requests',
  alerts: ['CorkboardSlow', 'CorkboardConnectionsShort'],
  cause: async site => {
    const client = await connected(site);
    const next = inTurn(site);
    const holding = repeating(async () => {
      await client.query('begin');
      await client.query('lock table corkboard.clients in access exclusive mode');
      await pause(1_200);
      await client.query('commit');
    }, 50);
    const asking = Array.from({ length: 16 }, () =>
      repeating(() => site.request('GET', next(), '/clients'), 100),
    );
    return async () => {
      await Promise.all([holding, ...asking].map(stop => stop()));
      await client.end();
    };
  },
};

/** Someone opens more connections to web than it takes, and sends half of a request on each. */
const connectionsDropped: Fault = {
  name: 'connections-dropped',
  alerts: ['CorkboardConnectionsDropped'],
  cause: async ({ baseUrl }) => {
    const sockets = new Set<Socket>();
    const open = () => {
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () =>
        socket.write('GET /healthz HTTP/1.1\r\n'),
      );
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
      sockets.add(socket);
    };
    const stop = repeating(async () => {
      for (let n = sockets.size; n < limits.connections + 50; n++) open();
    }, 200);
    return async () => {
      await stop();
      for (const socket of sockets) socket.destroy();
    };
  },
};

/** Another program opens all connections that the database has, and takes those that the service gives up. */
const connectionsUsedUp: Fault = {
  name: 'database-connections-used-up',
  alerts: ['CorkboardDatabaseConnectionsUsedUp'],
  cause: async site => {
    const taken: pg.Client[] = [];
    const take = async () => {
      for (let isRefused = false; !isRefused; ) {
        isRefused = await connected(site).then(
          client => taken.push(client) === 0,
          () => true,
        );
      }
    };
    await take();
    const [first] = taken;
    const stop = repeating(async () => {
      await first!.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corkboard web'`,
      );
      await take();
    }, 500);
    return async () => {
      await stop();
      await Promise.all(taken.map(client => client.end()));
    };
  },
};

const mailJobs = `select array_agg(j.id) as ids from graphile_worker.jobs j where j.task_identifier = 'mail_notice'`;

/** The mail server turns every client away, so that the jobs that send emails fail until they are given up. */
const jobsFailing: Fault = {
  name: 'jobs-failing',
  alerts: ['CorkboardJobsFailing', 'CorkboardQueueLate', 'CorkboardJobsGivenUp'],
  cause: async ({ database, mail, studios }) => {
    mail.refusal = { at: 'connection', status: 421 };
    const notify = () =>
      database.rows<{ id: string }>(
        `select corkboard.notify_member($1, gen_random_uuid(), 'ownership_received', 'owner@studio.example')`,
        studios[0]!.id,
      );
    // This one waits for its retries as it would; the others are hurried, because ten tries take ten hours.
    await notify();
    const [{ ids: waiting } = { ids: [] }] = await database.rows<{ ids: string[] }>(mailJobs);
    const stop = repeating(async () => {
      await notify();
      await database.rows(
        `select from graphile_worker.reschedule_jobs(array(
           select j.id from graphile_worker.jobs j
            where j.task_identifier = 'mail_notice' and j.attempts < j.max_attempts and not j.id = any ($1)), run_at => now())`,
        waiting,
      );
    }, 1_000);
    return async () => {
      await stop();
      mail.refusal = null;
      // What docs/runbooks.md says of jobs that were given up.
      await database.rows(
        `select from graphile_worker.reschedule_jobs((${mailJobs}), run_at => now(), attempts => 0)`,
      );
    };
  },
};

const deliveriesFailing: Fault = {
  name: 'deliveries-failing',
  alerts: ['CorkboardDeliveriesFailing'],
  cause: async ({ receiver }) => {
    receiver.reaction = 500;
    return async () => {
      receiver.reaction = 200;
    };
  },
};

const mailRefused: Fault = {
  name: 'mail-refused',
  alerts: ['CorkboardMailRejected'],
  cause: async ({ database, mail, studios }) => {
    mail.refusal = { at: 'RCPT', status: 550 };
    await database.rows(
      `select corkboard.notify_member($1, gen_random_uuid(), 'ownership_received', 'gone@studio.example')`,
      studios[0]!.id,
    );
    return async () => {
      mail.refusal = null;
    };
  },
};

const diskFull: Fault = {
  name: 'disk-full',
  alerts: ['CorkboardDiskFull'],
  skipped: ({ disk }) => (typeof disk === 'string' ? disk : null),
  cause: async site => {
    const disk = site.disk as Exclude<typeof site.disk, string>;
    const readyz = () => fetch(`${site.baseUrl}/readyz`).then(answer => answer.text());
    await disk.fill();
    const next = inTurn(site);
    // Large texts, because what the tables have room for is still written.
    const stop = repeating(
      () => site.request('POST', next(), '/clients', { name: 'Ada', company: 'x'.repeat(200) }),
      50,
    );
    await eventually(async () => (await readyz()).includes('The disk of the database is full.'));
    return async () => {
      await stop();
      await disk.empty();
      await eventually(async () => (await readyz()).includes('"ready"'));
    };
  },
};

/** A report that is read for a long time, while the queue goes on changing. */
const longTransaction: Fault = {
  name: 'long-transaction',
  alerts: ['CorkboardLongTransaction', 'CorkboardSnapshotHeld', 'CorkboardDeadRows'],
  cause: async site => {
    const reader = await connected(site);
    await reader.query('begin isolation level repeatable read; select count(*) from corkboard.clients');
    // More rows than the alerts allow.
    await site.database.rows(
      `select from graphile_worker.add_jobs(array(
         select row('prune', '{}'::json, null, now() + interval '1 day', null, null, 0, null)::graphile_worker.job_spec
           from generate_series(1, 60000)))`,
    );
    await site.database.rows(
      `select from graphile_worker.complete_jobs(array(
         select j.id from graphile_worker.jobs j where j.task_identifier = 'prune' and j.run_at > now()))`,
    );
    return () => reader.end();
  },
};

/** How long the database is down, in ms: long enough for the alert to fire. */
const awayMs = 15_000;

const databaseAway: Fault = {
  name: 'database-away',
  alerts: ['CorkboardErrors'],
  cause: async ({ database }) => {
    const back = database.crash('SIGQUIT', awayMs);
    return () => back;
  },
};

/** All faults, in the order in which they are caused. */
export const faults: Fault[] = [
  workerStopped,
  connectionsDropped,
  connectionsUsedUp,
  deliveriesFailing,
  mailRefused,
  jobsFailing,
  slowRequests,
  diskFull,
  longTransaction,
  databaseAway,
  workersSaturated,
];
