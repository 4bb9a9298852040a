import test, { type ExecutionContext } from 'ava';
import { queryAt } from '../../harness/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { work } from '../../src/jobs/work.ts';
import { type Dump, dump } from '../support/dump.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { loggedLines } from '../support/loggedLines.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { queuedJobs } from '../support/queue.ts';
import { type Subscriber, subscriber } from '../support/subscriber.ts';

// A dump is restored over the database of a running worker. The worker may send nothing that is pending in it.

const lines = loggedLines(test, 'warn', 'error');

/** A database with a pending delivery to a receiver. */
async function withDelivery(t: ExecutionContext): Promise<{ url: string; hook: Subscriber }> {
  const url = await cloneDatabase();
  const hook = await subscriber();
  t.teardown(hook.close);
  const [{ id }] = await queryAt(
    url,
    `select id from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'pro', 0)`,
  );
  await queryAt(url, `select corkboard.add_endpoint($1, $2, 'json', '{client.created}')`, id, hook.url);
  await queryAt(
    url,
    `select corkboard.create_client(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, 'Waits', null, null, null)`,
    id,
  );
  return { url, hook };
}

/** A worker on a database, and why it is not ready. */
async function workerOn(t: ExecutionContext, url: string) {
  const worker = await work(workerConfig(), url);
  t.teardown(worker.stop);
  lines.length = 0;
  return () => worker.whyUnready().catch((error: Error) => error.message);
}

/** Waits until a worker has noticed that its database is of no use, and so had time to claim before. */
async function noticed(whyUnready: () => Promise<string | null>, reason: RegExp): Promise<void> {
  await eventually(whyUnready, said => reason.test(said ?? ''));
  await eventually(() =>
    lines.some(line => reason.test(line.reason) && /database is (not )?ready/.test(line.msg)),
  );
}

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
    const whyUnready = await workerOn(t, here.url);
    await here.hook.gets(1);
    // The dump has the same job, which the worker would otherwise delete once it is restored.
    await eventually(async () => (await queryAt(here.url, `select 1 from ${queuedJobs}`)).length === 0);
    await restore(made, here.url);
    await noticed(whyUnready, /is a copy/);
    const waiting = `select attempts_made from corkboard.webhook_deliveries where status = 'pending'`;
    t.deepEqual(await queryAt(here.url, waiting), [{ attempts_made: 0 }]);
    t.is(dumped.hook.received.length, own ? 1 : 0);
    // The same worker sends the delivery as soon as the copy is adopted.
    await queryAt(here.url, 'select corkboard.adopt_database()');
    await eventually(
      () => dumped.hook.received.length,
      count => count === (own ? 2 : 1),
    );
  });
}

test.serial('a running worker sends nothing from a dump that an earlier version has made', async t => {
  const dumped = await withDelivery(t);
  await queryAt(dumped.url, 'update corkboard.releases set build_number = build_number - 1');
  const here = await withDelivery(t);
  const made = await dump(t, dumped.url);
  const whyUnready = await workerOn(t, here.url);
  await here.hook.gets(1);
  await made.restoreAsNew(here.url);
  await noticed(whyUnready, /not brought up to this version|is a copy/);
  t.is(dumped.hook.received.length, 0);
  // Migrating the copy to this version doesn't adopt it.
  await migrate(here.url);
  await eventually(whyUnready, said => /is a copy/.test(said ?? ''));
  await queryAt(here.url, 'select corkboard.adopt_database()');
  await eventually(
    () => dumped.hook.received.length,
    count => count === 1,
  );
});
