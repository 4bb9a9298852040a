import { chown, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import pg from 'pg';
import { backUp, restore } from '../../src/database/embedded/backup.ts';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { dataFolder, dropTemplates } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { newFolder } from '../support/folder.ts';

// A standby that follows its primary: DBAs read the views there, to spare the primary.

test('on a standby every view answers, delivery_backlog without what only the primary knows', async t => {
  const folder = await newFolder(t);
  const [data, file, copy] = [join(folder, 'data'), join(folder, 'backup.tar.gz'), join(folder, 'copy')];
  await rename(await dataFolder(), data);
  const primary = await startEmbedded(data);
  t.teardown(() => primary.stop());
  await dropTemplates(primary.url);
  const db = new pg.Client(primary.url);
  await db.connect();
  t.teardown(() => db.end());
  await backUp(data, file);
  await restore(copy, file);
  const signal = join(copy, 'postgres/standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(join(copy, 'postgres'));
  await chown(signal, uid, gid);
  const { hostname, port, username, password } = new URL(primary.url);
  const standby = await startEmbedded(copy, [
    '-c',
    `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`,
  ]);
  t.teardown(() => standby.stop());

  // Written after the backup, so the standby has it from the primary. The attempt at the first delivery is in progress.
  const { rows: made } = await db.query(
    `select w.id, (corkboard.add_endpoint(w.id, 'https://example.com/', 'json', '{client.created}')).endpoint
       from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'pro', 0) w`,
  );
  await db.query(
    `select corkboard.create_client(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, 'Client ' || n, null, null, null)
       from generate_series(1, 2) n`,
    [made[0].id],
  );
  await db.query(
    `insert into corkboard.webhook_claims (workspace_id, id, endpoint_id, claim, claimed_until)
     select d.workspace_id, d.id, d.endpoint_id, gen_random_uuid(), now() + interval '1 hour'
       from corkboard.webhook_deliveries d order by d.id limit 1`,
  );
  const there = new pg.Client(standby.url);
  await there.connect();
  t.teardown(() => there.end());
  t.deepEqual((await there.query('select pg_is_in_recovery() as standby')).rows, [{ standby: true }]);
  const backlog = async (client: pg.Client) =>
    (await client.query('select host, pending, due, in_progress from corkboard_ops.delivery_backlog')).rows;
  const expected = { host: 'example.com', pending: '2', due: '2' };
  t.deepEqual(await backlog(db), [{ ...expected, in_progress: '1' }]);
  t.deepEqual(
    await eventually(
      () => backlog(there),
      found => found[0]?.pending === '2',
    ),
    [{ ...expected, in_progress: null }],
  );
  const { rows: views } = await there.query(
    `select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'corkboard_ops'::regnamespace and c.relkind = 'v'`,
  );
  t.true(views.length >= 5);
  for (const { name } of views) await t.notThrowsAsync(there.query(`select * from ${name}`), name);
});
