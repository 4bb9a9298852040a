import { rm } from 'node:fs/promises';
import test from 'ava';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { dataFolder, dropTemplates } from '../support/embedded.ts';
import { ofFile } from '../support/folder.ts';

// A dump restored into a cluster without the role corkboard_app. The test needs its own cluster, because roles belong
// to all databases of a cluster.

let url: string;
let owner: pg.Client;
let outsider: pg.Client;
const file = ofFile(test);

/** The functions that run as the owner of the database, each as a call with null for every argument. */
const definers = `
  select p.oid, p.oid::regprocedure::text as name,
         format('select corkboard.%I(%s)', p.proname,
           (select string_agg('null::' || format_type(a.type, null), ', ' order by a.n)
              from unnest(p.proargtypes) with ordinality as a (type, n))) as call,
         has_function_privilege('outsider', p.oid, 'execute') as allowed
    from pg_proc p
   where p.pronamespace = 'corkboard'::regnamespace and p.prosecdef`;

interface Definer {
  name: string;
  call: string;
  allowed: boolean;
}

const found = async () => (await owner.query<Definer>(definers)).rows;

test.serial.before(async () => {
  const folder = await dataFolder();
  file.teardown(() => rm(folder, { recursive: true, force: true }));
  const server = await startEmbedded(folder);
  file.teardown(server.stop);
  url = server.url;
  await dropTemplates(url);
  owner = await connected(url);
  await owner.query('drop owned by corkboard_app; drop role corkboard_app');
  await owner.query(`create role outsider login password 'of this test alone'`);
  // This is the state after pg_restore: it sends the REVOKE and the GRANT of a function as one command, so if the role
  // of the GRANT doesn't exist, the REVOKE is undone, too. (Observed with pg_dump and pg_restore 15, which leaves every
  // function with the privileges of a newly created one.)
  for (const { name } of await found()) await owner.query(`grant execute on function ${name} to public`);
  outsider = await connected(
    Object.assign(new URL(url), { username: 'outsider', password: 'of this test alone' }).href,
  );
});

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  file.teardown(() => client.end());
  return client;
}

test.serial('a role without privileges on the schema can’t call functions that run as the owner', async t => {
  const functions = await found();
  t.true(functions.length > 10);
  for (const { name, call, allowed } of functions) {
    t.true(allowed, `${name} is as pg_restore leaves it`);
    await t.throwsAsync(outsider.query(call), { message: 'permission denied for schema corkboard' }, name);
  }
});

test.serial('the next release also revokes these functions from other roles', async t => {
  await owner.query('grant usage on schema corkboard to outsider');
  await migrate(url);
  for (const { name, call, allowed } of await found()) {
    t.false(allowed, name);
    await t.throwsAsync(outsider.query(call), { message: /^permission denied for function/ }, name);
  }
});

test.serial('a release grants the role its privileges once the role exists', async t => {
  await owner.query('create role corkboard_app');
  await migrate(url);
  const { rows } = await owner.query(`
    select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'corkboard'::regnamespace and p.prosecdef
       and not has_function_privilege('corkboard_app', p.oid, 'execute')`);
  t.deepEqual(rows.map(({ name }) => name).sort(), []);
  for (const { name, allowed } of await found()) t.false(allowed, name);
});
