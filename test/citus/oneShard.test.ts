import test from 'ava';
import { Browser } from '../support/browser.ts';
import { operator } from '../support/command.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// Which shards requests ask (src/admission/key.ts). The process has seen none of these keys, sessions and links before.
const w = world(test);
const corkboard = operator(w);
/** Web as it is by default: the coordinator does its reads. */
const byDefault = world(test, { env: { CITUS_READ_FROM_NODES: 'false' } });

/** How many queries the nodes have run on one shard and on several, and how many of all these the coordinator sent. */
async function asked(): Promise<{ one: number; several: number; sent: number }> {
  const rows: { result: string; groupid: number }[] = await w.sql(
    `select r.result, n.groupid
       from run_command_on_all_nodes($$
         select json_build_array(query_execution_single_shard, query_execution_multi_shard)
           from citus_stat_counters where name = current_database()$$) r
       join pg_dist_node n using (nodeid)`,
  );
  const counts = rows.map(({ result, groupid }) => {
    const [one, several]: [number, number] = JSON.parse(result);
    return { one, several, sent: groupid === 0 ? one + several : 0 };
  });
  const sum = (name: 'one' | 'several' | 'sent') => counts.reduce((total, count) => total + count[name], 0);
  return { one: sum('one'), several: sum('several'), sent: sum('sent') };
}

/** What a request adds to those counts. */
async function askedBy(request: () => Promise<number>, t: { is(a: number, b: number): void }) {
  const before = await asked();
  t.is(await request(), 200);
  const after = await asked();
  return {
    one: after.one - before.one,
    several: after.several - before.several,
    sent: after.sent - before.sent,
  };
}

async function studioWithScope(of = w) {
  const studio = await of.workspace();
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
  (path: string, headers: Record<string, string> = {}, of = w) =>
  async () =>
    (await fetch(of.baseUrl + path, { headers })).status;

test.before(() =>
  w.sql(
    `select run_command_on_all_nodes(format('alter database %I set citus.enable_stat_counters = on', current_database()))`,
  ),
);

for (const [where, of] of [
  ['on its node', w],
  ['by default', byDefault],
] as const) {
  test.serial(`a request of an unknown key asks one shard: ${where}`, async t => {
    const { studio } = await studioWithScope(of);
    const { key } = await studio.keyWith();
    const { one, several } = await askedBy(get('/api/v1/me', { Authorization: `Bearer ${key}` }, of), t);
    t.true(one > 0);
    t.is(several, 0);
  });

  test.serial(`a page of an unknown session asks one shard: ${where}`, async t => {
    const { studio } = await studioWithScope(of);
    const { token } = await signIn(of, studio.id);
    const { one, several } = await askedBy(get('/clients', { Cookie: `corkboard=${token}` }, of), t);
    t.true(one > 0);
    t.is(several, 0);
  });
}

test.serial('keys that people make name their workspace, also when a form is sent again', async t => {
  const studio = await w.workspace();
  const { secret: ofOperator } = await corkboard('key', 'create', '--workspace', studio.id, '--label', 'Zap');
  const owner = new Browser(w.baseUrl, await signIn(w, studio.id));
  const [, once] = /name="once" value="([^"]+)"/.exec((await owner.get('/settings/keys')).text)!;
  const shown = async () => {
    const { text } = await owner.post('/settings/keys/create', { once: once!, label: 'Robot' });
    return /<input id="secret" type="text" readonly value="(crk_[^"]+)">/.exec(text)![1]!;
  };
  const ofOwner = await shown();
  t.is(await shown(), ofOwner);
  for (const key of [ofOperator, ofOwner]) {
    const { several } = await askedBy(get('/api/v1/me', { Authorization: `Bearer ${key}` }), t);
    t.is(several, 0);
  }
});

test.serial('reads and pages ask the node that has the rows, and the coordinator sends nothing', async t => {
  const [{ count }] = await w.sql(
    'select count(*)::int from pg_dist_node n where n.groupid <> 0 and n.shouldhaveshards',
  );
  if (count === 0) return t.pass('The coordinator has the rows.');
  const { studio } = await studioWithScope();
  const { key } = await studio.keyWith();
  const { token } = await signIn(w, studio.id);
  for (const request of [
    get('/api/v1/clients', { Authorization: `Bearer ${key}` }),
    get('/clients', { Cookie: `corkboard=${token}` }),
  ]) {
    const { one, sent } = await askedBy(request, t);
    t.true(one > 0);
    t.is(sent, 0);
  }
});

test.serial('an unknown share link asks one shard', async t => {
  const { token, suffix } = await studioWithScope();
  const { one, several } = await askedBy(get(`/scope/${token}${suffix}`), t);
  t.true(one > 0);
  t.is(several, 0);
});
