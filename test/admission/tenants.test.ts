import test from 'ava';
import { check } from '../../src/admission/check.ts';
import { readConfig } from '../../src/config.ts';
import { queriesOn } from '../../src/database/queries.ts';
import { sql } from '../../src/database/sql.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { WriteOperation } from '../../src/operations/define.ts';
import { argumentsOf, examples } from '../support/examples.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

for (const operation of catalogue.filter(
  ({ name, method }) => method === 'POST' && name !== 'createClient',
)) {
  test(`${operation.name} finds nothing of another workspace or in the trash, and its function for the owner of the tables nothing of another`, async t => {
    const [studio, stranger] = [await w.workspace(), await w.workspace()];
    const example = (await examples(stranger))[operation.name]!;
    const before = (await stranger.get('/me')).text;
    t.is((await studio.send({ method: 'POST', ...example })).status, 404);
    const { sqlCall, input } = operation as WriteOperation;
    const caller = { workspaceId: studio.id, label: 'Key', taxRateBps: 0, pricesIncludeTax: false };
    const call = sqlCall(check(input, argumentsOf(example)), caller, readConfig({}));
    const begun = sql.fragment`select (${studio.id}::uuid, 'api', 'Key')::corkboard.caller as caller`;
    // The policies, which are the second wall, don't apply to the owner.
    const done = queriesOn(w.db).one(
      sql.unsafe`select row_to_json(a) from (${begun}) begun, lateral (${call}) a`,
    );
    await t.throwsAsync(done, { message: /^No (client|project) with this id/ });
    t.is((await stranger.get('/me')).text, before);
    for (const { id } of (await stranger.get('/clients')).body.data)
      await w.sql('select corkboard.trash_client($1, $2)', stranger.id, id);
    t.is((await stranger.send({ method: 'POST', ...example })).status, 404);
  });
}

test('lists, searches and counts hold the workspace’s own rows and no others', async t => {
  const [studio, stranger] = [await w.workspace(), await w.workspace()];
  for (const account of [studio, stranger]) {
    const project = await account.project({
      clientId: (await account.client({ name: `Of ${account.id}` })).id,
    });
    await account.invoice(project.id);
  }
  for (const path of ['/clients', '/clients?search=of', '/projects', '/invoices', '/invoices?status=DRAFT']) {
    const { body, text } = await studio.get(path);
    t.is(body.page.total, 1, path);
    t.false(text.includes(stranger.id));
  }
  t.like((await studio.get('/me')).body.limits, {
    clients: { used: 1 },
    activeProjects: { used: 1 },
    monthlyWrites: { used: 3 },
  });
});

test('no role can make a row refer to another workspace', async t => {
  const [studio, stranger] = [await w.workspace(), await w.workspace()];
  const theirs = await stranger.project();
  await t.throwsAsync(
    w.db.query(
      `insert into corkboard.notes (workspace_id, project_id, body, author, created_via) values ($1, $2, 'A', 'A', 'app')`,
      [studio.id, theirs.id],
    ),
    { message: /foreign key/ },
  );
});

test('every table of a workspace has the workspace in its key, and in every reference', async t => {
  const { rows: keys } = await w.db.query(`
    select a.attrelid::regclass::text as table, k.attname as first
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'corkboard'::regnamespace
      left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
      left join pg_attribute k on k.attrelid = c.oid and k.attnum = p.conkey[1]
     where a.attname = 'workspace_id' and not a.attisdropped`);
  t.true(keys.length > 20);
  for (const { table, first } of keys) t.is(first, 'workspace_id', table);
  const { rows: references } = await w.db.query(`
    select c.conname, a.attname as first
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'corkboard'::regnamespace and c.confrelid <> 'corkboard.plans'::regclass`);
  t.true(references.length > 15);
  for (const { conname, first } of references) t.is(first, 'workspace_id', conname);
});
