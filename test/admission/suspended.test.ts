import test from 'ava';
import { exhaust } from '../support/rates.ts';
import { suspension } from '../support/suspension.ts';
import { callTool, rpc } from '../support/tools.ts';
import { sharedWorld } from '../support/world.ts';

// That each operation is 402 is in test/http/openapi/errors.test.ts, and that a write which waits is refused in late.test.ts.
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
