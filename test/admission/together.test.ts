import test from 'ava';
import { unknownKey } from '../support/call.ts';
import { counting } from '../support/rates.ts';
import { rpc } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);

const times = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

test('simultaneous requests are each admitted by their own key and plan, and charged to their own rate', async t => {
  const studios = await times(6, () => w.workspace());
  const unpaid = await w.workspace();
  await w.db.query(`update corkboard.workspaces set plan = 'free' where id = $1`, [unpaid.id]);
  await w.db.query(`update corkboard.plans set api = false where name = 'free'`);
  const reader = await studios[0]!.keyWith();
  const revoked = await studios[1]!.keyWith('write:projects');
  await w.db.query(
    'update corkboard.api_keys set revoked_at = now() where key_hash = sha256(convert_to($1, $2))',
    [revoked.key, 'UTF8'],
  );
  const unknown = { ...revoked, key: unknownKey };
  const used = await Promise.all([...studios, unpaid].map(studio => counting(w, studio)));
  const statuses = await times(120, async i => {
    const [expected, caller] = (
      [
        [200, studios[Math.floor(i / 6) % 6]!],
        [200, studios[Math.floor(i / 6 + 1) % 6]!],
        [402, unpaid],
        [200, reader],
        [401, revoked],
        [401, unknown],
      ] as const
    )[i % 6]!;
    const { status } = await rpc(caller, 'legacy', 'tools/list');
    return { status, expected };
  });
  for (const { status, expected } of statuses) t.is(status, expected);
  t.deepEqual(await Promise.all(used.map(async count => (await count()).read)), [27, 8, 7, 6, 6, 6, 20]);
});

test('a request doesn’t wait for another workspace’s rate to be charged', async t => {
  const [held, free] = [await w.workspace(), await w.workspace()];
  for (const studio of [held, free]) await rpc(studio, 'legacy', 'tools/list');
  const elsewhere = await w.db.connect();
  await elsewhere.query('begin');
  await elsewhere.query('select 1 from corkboard.rate_windows where workspace_id = $1 for update', [held.id]);
  let answered = 0;
  const waiting = times(3, async () => {
    const answer = await rpc(held, 'legacy', 'tools/list');
    answered++;
    return answer;
  });
  const others = await times(40, () => rpc(free, 'legacy', 'tools/list'));
  t.is(answered, 0);
  await elsewhere.query('commit');
  elsewhere.release();
  for (const { status } of [...others, ...(await waiting)]) t.is(status, 200);
});
