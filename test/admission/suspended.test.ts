import test from 'ava';
import type { Answer } from '../support/call.ts';
import { hold } from '../support/hold.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { exhaust } from '../support/rates.ts';
import { suspension } from '../support/suspension.ts';
import { callTool, rpc } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

// That each operation is 402 is in test/http/openapi/errors.test.ts.
const w = sharedWorld(test, 'api');
const { suspend, resume } = suspension(w);

const refusal = {
  error:
    'This workspace is suspended, so the API and the tool server can’t be used until the operator resumes it.',
  code: 'plan_limit',
  upgradeUrl: '/settings/billing',
};
const refused = { status: 402, body: refusal };

test('the tool server answers 402 as well, to calls and to everything else', async t => {
  const studio = await w.workspace();
  await suspend(studio.id);
  for (const era of ['legacy', 'modern'] as const)
    t.like(await rpc(studio, era, 'tools/list', {}), refused, era);
  const call = { name: 'create_client', arguments: { name: 'Harbour' } };
  t.like(await rpc(studio, 'modern', 'tools/call', call), refused);
  await resume(studio.id);
  t.false((await callTool(studio, 'create_client', { name: 'Harbour' })).isError);
});

test('the suspension is checked after the rate and before everything else, also if the plan has no API', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const reader = await studio.keyWith();
  const malformed = () => reader.post('/clients', '{"name":', { 'Idempotency-Key': 'a b' });
  await suspend(studio.id);
  t.like(await malformed(), refused);
  await w.sql(`insert into corkboard.plans (name, api) values ('without-api', false)`);
  await w.sql(`update corkboard.workspaces set plan = 'without-api' where id = $1`, studio.id);
  t.like(await malformed(), refused);
  await exhaust(w, studio, 'write');
  t.is((await malformed()).status, 429);
});

test('a write that was done before is not replayed while the workspace is suspended', async t => {
  const studio = await w.workspace();
  const write = () => studio.post('/clients', { name: 'Harbour' }, { 'Idempotency-Key': 'once' });
  const first = await write();
  await suspend(studio.id);
  t.like(await write(), refused);
  await resume(studio.id);
  t.is((await write()).text, first.text);
});

test('a write that was admitted before the workspace was suspended, and had to wait, is refused', async t => {
  const studio = await w.workspace();
  const { release } = await hold(t, w.db, 'select corkboard.suspend_workspace($1)', studio.id);
  const writing = studio.post('/clients', { name: 'Harbour' });
  await waitsForLock(w.db, { query: 'corkboard.begin_api_write' });
  await release();
  t.like(await writing, refused);
});

test('after suspend has returned, no write of a burst commits', async t => {
  const studio = await w.workspace();
  const count = async () =>
    (await w.sql('select count(*)::int as n from corkboard.clients where workspace_id = $1', studio.id))[0].n;
  const burst: Promise<Answer>[] = [];
  const begin = (n: number) => {
    for (let i = 0; i < n; i++) burst.push(studio.post('/clients', { name: 'Harbour' }));
  };
  begin(20);
  await burst[0];
  begin(20);
  await suspend(studio.id);
  const committed = await count();
  begin(10);
  const answers = await Promise.all(burst);
  t.is(await count(), committed);
  t.is(answers.filter(({ status }) => status === 201).length, committed);
  for (const answer of answers.filter(({ status }) => status !== 201)) t.like(answer, refused);
  t.true(committed >= 1 && committed < 50, `${committed} of 50`);
});
