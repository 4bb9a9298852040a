import test from 'ava';
import { rpc } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);

const times = <T>(count: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));

test('of many requests that come together each is admitted by its own key, plan and scope', async t => {
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
  const unknown = { ...revoked, key: 'nobody' };
  const answers = await times(120, async i => {
    const [status, post] = (
      [
        [201, studios[i % 6]!.post],
        [201, studios[(i + 1) % 6]!.post],
        [402, unpaid.post],
        [403, reader.post],
        [401, revoked.post],
        [401, (path: string, body: object) => unknown.send({ method: 'POST', path, body })],
      ] as const
    )[i % 6]!;
    const answer = await post('/clients', { name: `Client ${i}` });
    return { i, status, answer };
  });
  for (const { i, status, answer } of answers) t.is(answer.status, status, `${i}: ${answer.text}`);
  const { rows } = await w.db.query('select workspace_id, name from corkboard.clients order by id');
  const expected = answers
    .filter(({ status }) => status === 201)
    .map(({ i }) => `${studios[(i + (i % 6)) % 6]!.id} Client ${i}`);
  t.deepEqual(rows.map(row => `${row.workspace_id} ${row.name}`).sort(), expected.sort());
});

test('who comes together with somebody whose rate is being charged elsewhere does not wait with them', async t => {
  const [held, free] = [await w.workspace(), await w.workspace()];
  for (const studio of [held, free]) await rpc(studio, 'legacy', 'tools/list');
  const elsewhere = await w.db.connect();
  await elsewhere.query('begin');
  await elsewhere.query('select from corkboard.rate_windows where workspace_id = $1 for update', [held.id]);
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
