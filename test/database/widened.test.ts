import test from 'ava';
import { waitsForLock } from '../support/lockWaits.ts';
import { world } from '../support/world.ts';

const w = world(test);

test('searches continue when their table gets another column', async t => {
  const studio = await w.workspace();
  await studio.client({ name: 'Harbour Bakery' });
  const search = () => Promise.all(Array.from({ length: 8 }, () => studio.get('/clients?search=bakery')));
  await search();
  await w.db.query('alter table corkboard.clients add column of_the_next_release text');
  t.deepEqual([...new Set((await search()).map(({ body }) => body.page.total))], [1]);
});

test('a write that waits while its table gets another column is performed once', async t => {
  const studio = await w.workspace();
  // By now every connection has planned the statement.
  await Promise.all(Array.from({ length: 8 }, (_, n) => studio.post('/clients', { name: `Client ${n}` })));
  const release = await w.db.connect();
  await release.query('begin; alter table corkboard.clients add column of_a_later_release text');
  const write = studio.post('/clients', { name: 'Meanwhile' });
  await waitsForLock(w.db);
  await release.query('commit');
  release.release();
  t.is((await write).status, 201);
  t.is((await studio.get('/clients?search=Meanwhile')).body.page.total, 1);
});
