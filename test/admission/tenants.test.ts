import test from 'ava';
import { world } from '../support/world.ts';

const w = world(test);

test('no operation that takes an id reaches another workspace', async t => {
  const [studio, stranger] = [await w.workspace(), await w.workspace()];
  const theirs = await stranger.project();
  await stranger.invoice(theirs.id);
  const before = (await stranger.get(`/projects/${theirs.id}`)).text;
  const refusals = await Promise.all([
    studio.get(`/projects/${theirs.id}`),
    studio.post(`/projects/${theirs.id}/scope`, { deliverables: ['A'] }),
    studio.post(`/projects/${theirs.id}/revisions`, { description: 'A' }),
    studio.post(`/projects/${theirs.id}/time`, { minutes: 1 }),
    studio.post(`/projects/${theirs.id}/notes`, { body: 'A' }),
    studio.post('/projects', { clientId: theirs.clientId, name: 'A' }),
    studio.post('/invoices', { projectId: theirs.id, amountCents: 1 }),
  ]);
  t.deepEqual(
    refusals.map(({ status }) => status),
    Array(7).fill(404),
  );
  t.is((await studio.get(`/invoices?project_id=${theirs.id}`)).body.page.total, 0);
  t.is((await stranger.get(`/projects/${theirs.id}`)).text, before);
});

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
