import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { migrate } from '../../src/database/migrate.ts';
import { type Dump, dump } from '../support/dump.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/launch.ts';
import { earlierSql } from '../support/otherVersion.ts';
import { cloneDatabase, createDatabase } from '../support/postgres.ts';
import { type Subscriber, subscriber } from '../support/subscriber.ts';

// A dump is restored over the database of a running worker. The worker may send nothing that is pending in it.

/** Runs each statement on its own connection, because the database is dropped in between. */
const asking =
  (url: string) =>
  async (text: string, ...values: unknown[]) => {
    const client = new pg.Client(url);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  };

/** A database with a pending delivery to a receiver; `url` names an existing database. */
async function withDelivery(t: ExecutionContext, url?: string): Promise<{ url: string; hook: Subscriber }> {
  url ??= await cloneDatabase();
  const hook = await subscriber();
  t.teardown(hook.close);
  const sql = asking(url);
  const [{ id }] = await sql(
    `select id from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'pro', 0)`,
  );
  await sql(`select corkboard.add_endpoint($1, $2, 'json', '{client.created}')`, id, hook.url);
  await sql(
    `select corkboard.create_client(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, 'Waits', null, null, null)`,
    id,
  );
  return { url, hook };
}

/** A worker on a database, and the text of its /readyz. */
async function workerOn(t: ExecutionContext, url: string) {
  const worker = launch(t, 'worker', {
    DATABASE_URL: url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    METRICS_PORT: '0',
  });
  const port = await worker.says(/"metricsPort":(\d+)/);
  await worker.says(/worker is working/);
  return { ...worker, readyz: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text() };
}

const ready = (said: string) => /"status":"ready"/.test(said);

/** Every way to restore over the database of a running worker: the source of the dump, and how it is restored. */
const ways: Record<string, { own: boolean; restore: (made: Dump, url: string) => Promise<void> }> = {
  'its own dump, into a new database of the same name': {
    own: true,
    restore: (made, url) => made.restoreAsNew(url),
  },
  'its own dump, into the same database': { own: true, restore: (made, url) => made.restoreInPlace(url) },
  'the dump of another database, into a new database of the same name': {
    own: false,
    restore: (made, url) => made.restoreAsNew(url),
  },
};

for (const [way, { own, restore }] of Object.entries(ways)) {
  test.serial(`a running worker sends nothing from ${way} until it is adopted`, async t => {
    const dumped = await withDelivery(t);
    const here = own ? dumped : await withDelivery(t);
    const made = await dump(t, dumped.url);
    const worker = await workerOn(t, here.url);
    await here.hook.gets(1);
    await eventually(worker.readyz, ready);
    await restore(made, here.url);
    const { readyz } = worker;
    await eventually(readyz, said => /is a copy/.test(said) || dumped.hook.received.length > (own ? 1 : 0));
    t.is(dumped.hook.received.length, own ? 1 : 0);
    // The worker has noticed the copy by itself, and had time to claim: it asks for jobs every two seconds.
    await eventually(worker.output, said =>
      /the database is not ready|until the database is ready/.test(said),
    );
    const waiting = `select attempts_made from corkboard.webhook_deliveries where status = 'pending'`;
    t.deepEqual(await asking(here.url)(waiting), [{ attempts_made: 0 }]);
    t.is(dumped.hook.received.length, own ? 1 : 0);
    // The same worker sends the delivery as soon as the copy is adopted.
    await migrate(here.url, { adopt: true });
    await eventually(
      () => dumped.hook.received.length,
      count => count === (own ? 2 : 1),
    );
    await eventually(readyz, ready);
    worker.child.kill('SIGTERM');
    t.is(await worker.ended, 0, worker.output());
  });
}

test.serial('a running worker sends nothing from a dump that an earlier version has made', async t => {
  const name = `${process.env.CORKBOARD_TEST_TEMPLATE}_previous`;
  const admin = new pg.Client(process.env.CORKBOARD_TEST_SERVER);
  await admin.connect();
  await createDatabase(admin, name);
  await admin.end();
  const url = Object.assign(new URL(process.env.CORKBOARD_TEST_SERVER!), { pathname: `/${name}` }).href;
  await migrate(url, { sqlFolder: await earlierSql(t) });
  const dumped = await withDelivery(t, url);
  const here = await withDelivery(t);
  const made = await dump(t, url);
  const { readyz, output } = await workerOn(t, here.url);
  await here.hook.gets(1);
  await made.restoreAsNew(here.url);
  await eventually(
    readyz,
    said => /not brought up to this version|is a copy/.test(said) || dumped.hook.received.length > 0,
  );
  await eventually(output, said => /the database is not ready|until the database is ready/.test(said));
  t.is(dumped.hook.received.length, 0);
  // Migrating the copy to this version doesn't adopt it.
  await migrate(here.url);
  await eventually(readyz, said => /is a copy/.test(said));
  await migrate(here.url, { adopt: true });
  await eventually(
    () => dumped.hook.received.length,
    count => count === 1,
  );
});
