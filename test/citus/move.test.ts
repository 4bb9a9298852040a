import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { world } from '../support/world.ts';

// A shard that moves to another node (docs/citus.md). It needs two workers and wal_level = logical.
const w = world(test);

const nodeOf = async (workspaceId: string) =>
  (
    await w.sql(
      `select p.nodename as host, p.nodeport::int as port, s.shardid::text as shard
         from pg_dist_shard_placement p
         join pg_dist_shard s on s.shardid = p.shardid
        where s.shardid = get_shard_id_for_distribution_column('corkboard.workspaces', $1::uuid)`,
      workspaceId,
    )
  )[0];

test('a shard is moved while its workspace writes, and no acknowledged write is lost', async t => {
  const studio = await w.workspace();
  const from = await nodeOf(studio.id);
  const [to] = await w.sql(
    `select n.nodename as host, n.nodeport::int as port from pg_dist_node n
      where n.groupid <> 0 and n.isactive and (n.nodename, n.nodeport) <> ($1, $2::int) limit 1`,
    from.host,
    from.port,
  );
  const [{ level }] = await w.sql(`select current_setting('wal_level') as level`);
  if (to === undefined || level !== 'logical')
    return t.pass('The cluster has one worker, or its log is not logical.');
  const written: string[] = [];
  let isMoved = false;
  // No more than the rate limit allows.
  const write = async () => {
    for (let n = 0; n < 50 && !isMoved; n++) {
      const answer = await studio.post('/clients', { name: 'Written while the shard moves' });
      t.is(answer.status, 201, answer.text);
      written.push(answer.body.client.id);
      await pause(200);
    }
  };
  const writing = write();
  await w.sql(
    'select citus_move_shard_placement($1::bigint, $2::text, $3::int, $4::text, $5::int)',
    from.shard,
    from.host,
    from.port,
    to.host,
    to.port,
  );
  isMoved = true;
  await writing;
  t.is((await nodeOf(studio.id)).port, to.port);
  t.true(written.length > 0);
  const found = await w.sql(
    'select id from corkboard.clients where workspace_id = $1 and id = any ($2)',
    studio.id,
    written,
  );
  t.is(found.length, written.length);
  t.is((await studio.post('/clients', { name: 'After' })).status, 201);
});
