import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import pg from 'pg';
import { retryingConflicts } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { eventually } from '../support/eventually.ts';
import { Integrator } from '../support/integrator.ts';
import { launch } from '../support/launch.ts';
import { lastRelease, leftOver, nextVersion } from '../support/otherVersion.ts';
import { cloneDatabase, emptyDatabase } from '../support/postgres.ts';
import { root } from '../support/root.ts';
import { describeSchema } from '../support/schema.ts';
import { subscriber } from '../support/subscriber.ts';

// A rolling release and its rollback (docs/operating.md): the last released version's processes keep working while a later
// version migrates the database, and alongside the later processes until they are stopped. Then they take over again, on the
// database as the later version left it.

/** How many workspaces have an integrator that writes to them at the same time. */
const integrators = 2;
/** The rounds that each integrator does before each step of the release: in two, each of two processes gets each call. */
const roundsEach = 2;

test('under load, an upgrade and a rollback without downtime: old processes work on the new tables, and side by side with new ones; every answer is right, and no event is lost', async t => {
  const [last, later] = [await lastRelease(t), await nextVersion(t)];
  const DATABASE_URL = await (last === root ? cloneDatabase() : emptyDatabase());
  if (last !== root) t.is(await launch(t, 'release', { DATABASE_URL }, last).ended, 0);
  const start = (script: string, from: string) =>
    launch(t, script, { DATABASE_URL, PORT: '0', WEBHOOK_ALLOW_PRIVATE: 'true' }, from);
  const startBoth = async (from: string) => {
    const [web, worker] = [start('web', from), start('worker', from)];
    await worker.says(/worker is working/);
    return { web, worker, baseUrl: `http://127.0.0.1:${await web.says(/"port":(\d+)/)}` };
  };
  const db = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
  t.teardown(() => db.end());
  await db.query(leftOver);
  const hook = await subscriber();
  t.teardown(hook.close);
  const { rows: studios } = await db.query(
    `select w.id, (corkboard.create_key(w.id, 'Key', corkboard.key_scopes())).secret as key,
              (corkboard.add_endpoint(w.id, $1, 'json', '{client.created,revision.logged}')).secret
         from generate_series(1, $2) n,
              lateral corkboard.create_workspace('Studio ' || n, 'owner@example.com', 'USD', 'studio', 0) w`,
    [hook.url, integrators],
  );
  // The rate window doesn't end while the test runs, and its limit is never reached.
  await db.query(
    `insert into corkboard.rate_windows (workspace_id, kind, minute_at, used)
       select w.id, kind, now() + interval '1 hour', -1000000 from corkboard.workspaces w, unnest('{read,write}'::text[]) kind`,
  );

  const stopBoth = async ({ web, worker }: Awaited<ReturnType<typeof startBoth>>) => {
    for (const { child, ended, output } of [web, worker]) {
      child.kill('SIGTERM');
      t.is(await ended, 0, output());
    }
  };

  const old = await startBoth(last);
  /** The addresses that a router would currently send requests to. */
  let open = [old.baseUrl];
  const atWork = studios.map(({ key }) => new Integrator(key, () => open));
  /** Does a step while all integrators work, each of which has done its rounds before. */
  const underLoad = async (step: () => Promise<void>) => {
    const over = new AbortController();
    const all = Promise.all(atWork.map(integrator => integrator.work(over.signal)));
    try {
      await Promise.race([all, Promise.all(atWork.map(integrator => integrator.rounds(roundsEach)))]);
      await step();
    } finally {
      over.abort();
    }
    await all;
  };
  await underLoad(async () => {
    t.is((await migrate(DATABASE_URL, { sqlFolder: join(later, 'sql') })).unchangedBecause, null);
    await widen(db);
  });
  const widened = await described(db);
  const fresh = await startBoth(later);
  open = [old.baseUrl, fresh.baseUrl];
  await underLoad(async () => {
    open = [fresh.baseUrl];
    await stopBoth(old);
  });

  t.regex(
    (await migrate(DATABASE_URL, { sqlFolder: join(last, 'sql') })).unchangedBecause!,
    /^A later version has brought the database up to date /,
  );
  t.is(await described(db), widened);
  const restored = await startBoth(last);
  open = [fresh.baseUrl, restored.baseUrl];
  await underLoad(async () => {
    open = [restored.baseUrl];
    await stopBoth(fresh);
  });

  const { rows: unfilled } = await db.query(
    'select t.id from corkboard.time_entries t where t.hours is distinct from t.minutes / 60.0',
  );
  t.deepEqual(unfilled, []);
  for (const { id, key, secret } of studios) {
    const { made } = atWork[studios.findIndex(studio => studio.key === key)]!;
    const { rows } = await db.query(
      `select array(select id::text from corkboard.clients where workspace_id = $1 order by 1) as clients,
                array(select id::text from corkboard.revisions where workspace_id = $1 order by 1) as revisions`,
      [id],
    );
    t.deepEqual(rows[0], { clients: made.clients.toSorted(), revisions: made.revisions.toSorted() });
    const expected = [...made.clients, ...made.revisions].toSorted();
    const mine = () => hook.received.filter(({ body }) => body.workspaceId === id);
    const subjects = () =>
      [...new Set(mine().map(({ body: { data } }) => data.revisionId ?? data.clientId))].toSorted();
    t.deepEqual(await eventually(subjects, found => found.length >= expected.length, 120_000), expected);
    for (const { headers, text } of mine()) {
      const signed = `${headers['x-service-timestamp']}.${text}`;
      t.is(
        headers['x-service-signatures'],
        `v1=${createHmac('sha256', secret).update(signed).digest('hex')}`,
      );
    }
  }
  for (const { web, worker } of [old, fresh, restored])
    t.deepEqual([...faults(web.output()), ...faults(worker.output())], []);
});

/** A machine that runs tests may be too busy to answer in time; then the integrator asks again. */
const isBusy = ({ err, cause }: { err?: { code?: string }; cause?: string }) =>
  cause === 'overload' || ['55P03', '57014'].includes(err?.code ?? '');

/** The errors that a process logged, except those that a busy machine causes. */
const faults = (output: string): string[] =>
  output.split('\n').filter(line => line.includes('"level":50') && !isBusy(JSON.parse(line)));

async function described(db: pg.Pool): Promise<string> {
  const client = await db.connect();
  const description = await describeSchema(client);
  await client.query('reset search_path');
  client.release();
  return description;
}

/** Adds a column to every table, as later releases will. No statement may fail because of an unknown column. */
async function widen(db: pg.Pool): Promise<void> {
  const { rows } = await db.query(
    `select oid::regclass::text as name from pg_class where relnamespace = 'corkboard'::regnamespace and relkind = 'r'`,
  );
  for (const { name } of rows)
    await retryingConflicts(() => db.query(`alter table ${name} add column of_a_later_release text`))();
}
