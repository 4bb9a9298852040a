import test from 'ava';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { exampleIds } from '../../../src/records/example.ts';
import { argumentsOf, examples } from '../../support/examples.ts';
import { counting, exhaust } from '../../support/rates.ts';
import { callTool, eras, rpc } from '../../support/tools.ts';
import { sharedWorld } from '../../support/world.ts';

// What tools add to the operations that they share with REST (test/admission/everyOperation.test.ts): their arguments,
// the form of their results, and that a repeated call is the same write.
const w = sharedWorld(test, 'api');

test('sums above 2^53 have the same digits in structuredContent as in the text', async t => {
  const { studio, id } = await w.withProject();
  await studio.invoice(id);
  await w.sql(
    'update corkboard.project_invoice_sums set total_cents = 9099999909000001 where project_id = $1',
    id,
  );
  for (const era of eras) {
    const { text } = await rpc(studio, era, 'tools/call', { name: 'get_project', arguments: { id } });
    t.is(text.split('9099999909000001').length, 3);
  }
});

for (const { name, method, scope } of catalogue) {
  const tool = toolName(name);

  if (method === 'GET') {
    test(`${tool} returns what REST returns, and costs one read`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      const used = await counting(w, studio);
      for (const era of eras) {
        const { isError, text } = await callTool(studio, tool, argumentsOf(example), era);
        t.false(isError, text);
        t.is(text, (await studio.send({ method, ...example })).text);
      }
      t.deepEqual(await used(), { read: 4, write: 0 });
    });
    continue;
  }

  test(`${tool} returns what REST returns, as an assistant's write, and repeated the first result`, async t => {
    const studio = await w.workspace();
    const example = (await examples(studio))[name]!;
    const rest = await studio.send({ method, ...example });
    const other = await studio.keyWith(scope);
    const used = await counting(w, studio);
    const args = argumentsOf(example);
    const first = await callTool(studio, tool, args);
    t.false(first.isError || first.replayed, first.text);
    t.deepEqual(shape(first.body), shape(rest.body));
    if (name !== 'draftScope') t.is(Object.values<any>(first.body)[0].createdVia, 'mcp');
    const last = 'select via from corkboard.audit_log where workspace_id = $1 order by id desc limit 1';
    t.deepEqual(await w.sql(last, studio.id), [{ via: 'mcp' }]);
    const before = await records(studio.id);
    const turned = Object.fromEntries(Object.entries(args).reverse());
    for (const again of [
      await callTool(studio, tool, turned),
      await callTool(other, tool, args),
      await callTool(studio, tool, args, 'legacy'),
    ]) {
      t.true(again.replayed);
      t.is(again.text, first.text);
    }
    t.deepEqual(await records(studio.id), before);
    t.deepEqual(await used(), { read: 0, write: 4 });
  });
}

test('401, 402 and 429 are HTTP answers with REST’s body', async t => {
  const studio = await w.workspace();
  const params = { name: 'log_time', arguments: { id: exampleIds.projectId, minutes: 5 } };
  for (const era of eras) {
    const { status, body, headers } = await rpc({ ...studio, key: 'crk_wrong' }, era, 'tools/call', params);
    t.deepEqual([status, body.code, headers.get('www-authenticate')], [401, 'invalid_key', 'Bearer']);
  }
  await w.sql(`insert into corkboard.plans (name, api) values ('none', false) on conflict do nothing`);
  await w.sql(`update corkboard.workspaces set plan = 'none' where id = $1`, studio.id);
  const refused = await rpc(studio, 'modern', 'tools/call', params);
  t.deepEqual([refused.status, refused.body.upgradeUrl], [402, '/settings/billing']);
  await exhaust(w, studio, 'write');
  t.is((await rpc(studio, 'modern', 'tools/call', params)).status, 429);
});

test('a tool reports an unknown field before other mistakes, and is charged for it', async t => {
  const studio = await w.workspace();
  const used = await counting(w, studio);
  for (const [tool, field] of [
    ['list_clients', 'colour'],
    ['log_time', '__proto__'],
  ] as const) {
    const { body, isError } = await callTool(studio, tool, JSON.parse(`{"${field}":1,"id":[]}`));
    t.true(isError);
    t.deepEqual([body.code, body.field], ['validation', field]);
  }
  t.deepEqual(await used(), { read: 1, write: 1 });
});

test('a tool rejects a key without its scope before it looks at the arguments, and does nothing', async t => {
  const studio = await w.workspace();
  const lesser = await studio.keyWith('write:invoices', 'write:time');
  const before = await records(studio.id);
  for (const era of eras) {
    for (const given of [{ name: 'Ada' }, { colour: 1 }]) {
      const { body, isError } = await callTool(lesser, 'create_client', given, era);
      t.true(isError);
      t.is(body.code, 'scope_required');
      t.true(body.error.includes('write:projects'));
    }
  }
  t.deepEqual(await records(studio.id), before);
});

test('a tool and REST are two writes, and no Idempotency-Key is that of a tool', async t => {
  const studio = await w.workspace();
  const args = { name: 'Ada' };
  const result = await callTool(studio, 'create_client', args);
  const ids = await w.sql('select id from corkboard.idempotency_keys where workspace_id = $1', studio.id);
  t.is(ids.length, 1);
  t.is((await studio.post('/clients', args, { 'Idempotency-Key': ids[0].id })).status, 400);
  const rest = await studio.post('/clients', args);
  t.not(rest.text, result.text);
  t.is(rest.headers.get('idempotency-replayed'), null);
});

/** The workspace's counts of writes and audit entries, which show whether a call did something. */
async function records(workspaceId: string): Promise<{ writes: number; entries: number }> {
  const [counts] = await w.sql(
    `select (select sum(used)::int from corkboard.monthly_writes where workspace_id = $1) as writes,
            (select count(*)::int from corkboard.audit_log where workspace_id = $1) as entries`,
    workspaceId,
  );
  return counts;
}

/** Fields and types, which are the same for two records of one kind. */
const shape = (value: any): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([key, inner]) => [key, shape(inner)])
    : typeof value;
