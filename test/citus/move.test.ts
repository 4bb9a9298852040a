import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { moveShards } from '../support/citus.ts';
import { world } from '../support/world.ts';

// A shard that moves to another node (docs/citus.md). It needs two workers and wal_level = logical.
const w = world(test);

test('a shard is moved while its workspace writes and reads, and no acknowledged write is lost', async t => {
  const studio = await w.workspace();
  const [{ level }] = await w.sql(`select current_setting('wal_level') as level`);
  if (level !== 'logical') return t.pass('The log of the cluster is not logical.');
  const written: string[] = [];
  let isMoved = false;
  // No more than the rate limit allows.
  const write = async () => {
    for (let n = 0; n < 50 && !isMoved; n++) {
      const answer = await studio.post('/clients', { name: 'Written while the shard moves' });
      t.is(answer.status, 201, answer.text);
      written.push(answer.body.client.id);
      const read = await studio.get('/clients');
      t.is(read.status, 200, read.text);
      await pause(200);
    }
  };
  const writing = write();
  const hasMoved = await moveShards(w.db, studio.id);
  isMoved = true;
  await writing;
  if (!hasMoved) return t.pass('The cluster has one worker.');
  t.true(written.length > 0);
  const found = await w.sql(
    'select id from corkboard.clients where workspace_id = $1 and id = any ($2)',
    studio.id,
    written,
  );
  t.is(found.length, written.length);
  t.is((await studio.post('/clients', { name: 'After' })).status, 201);
  // The process still reads on the node where the rows were.
  t.true((await studio.get('/clients?search=After')).text.includes('After'));
});
