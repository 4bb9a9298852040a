import test from 'ava';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// Which shards requests ask (src/admission/key.ts). The process has seen none of these keys, sessions and links before.
const w = world(test);

/** How many queries the coordinator has sent to one shard and to several. */
async function asked(): Promise<{ one: number; several: number }> {
  const [row] = await w.sql(
    `select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
       from citus_stat_counters where name = current_database()`,
  );
  return row;
}

/** What a request adds to those counts. */
async function askedBy(request: () => Promise<number>, t: { is(a: number, b: number): void }) {
  const before = await asked();
  t.is(await request(), 200);
  const after = await asked();
  return { one: after.one - before.one, several: after.several - before.several };
}

async function studioWithScope() {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.scope(project.id);
  const [{ token, suffix }] = await w.sql(
    `select s.share_token as token, corkboard.secret_suffix(s.workspace_id) as suffix
       from corkboard.scopes s where s.project_id = $1`,
    project.id,
  );
  return { studio, project, token, suffix };
}

const get =
  (path: string, headers: Record<string, string> = {}) =>
  async () =>
    (await fetch(w.baseUrl + path, { headers })).status;

test.before(() =>
  w.sql(
    `do $do$ begin execute format('alter database %I set citus.enable_stat_counters = on', current_database()); end $do$`,
  ),
);

test.serial('a request of an unknown key asks one shard', async t => {
  const { studio } = await studioWithScope();
  const { key } = await studio.keyWith();
  t.is(key.length, 69);
  const { one, several } = await askedBy(get('/api/v1/me', { Authorization: `Bearer ${key}` }), t);
  t.true(one > 0);
  t.is(several, 0);
});

test.serial('a page of an unknown session asks one shard', async t => {
  const { studio, suffix } = await studioWithScope();
  const { token } = await signIn(w, studio.id);
  const cookie = { Cookie: `corkboard=${token}${suffix}` };
  const { one, several } = await askedBy(get('/clients', cookie), t);
  t.true(one > 0);
  t.is(several, 0);
});

test.serial('an unknown share link asks one shard, and several only without its workspace', async t => {
  const { token, suffix } = await studioWithScope();
  const { one, several } = await askedBy(get(`/scope/${token}${suffix}`), t);
  t.true(one > 0);
  t.is(several, 0);
  const other = await studioWithScope();
  t.true((await askedBy(get(`/scope/${other.token}`), t)).several > 0);
});

test.serial('a key, a session or a link that names another workspace is not valid', async t => {
  const [ours, theirs] = [await studioWithScope(), await studioWithScope()];
  const { key } = await ours.studio.keyWith();
  const forged = key.slice(0, -22) + theirs.suffix;
  t.is(await get('/api/v1/me', { Authorization: `Bearer ${forged}` })(), 401);
  t.is(await get('/api/v1/me', { Authorization: `Bearer ${key}` })(), 200);
  t.is(await get('/api/v1/me', { Authorization: `Bearer ${forged}` })(), 401);
  t.is(await get(`/scope/${ours.token}${theirs.suffix}`)(), 404);
});
