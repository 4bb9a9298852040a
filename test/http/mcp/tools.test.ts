import test from 'ava';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { type Example, examples } from '../../support/examples.ts';
import { counting, exhaust, holdMonth } from '../../support/rates.ts';
import { callTool, eras, rpc } from '../../support/tools.ts';
import { world } from '../../support/world.ts';

// Promises that every tool keeps.
const w = world(test);

const unknownId = '01890000-0000-7000-8000-000000000000';

test('sums above 2^53 have the same digits in structuredContent as in the text', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.invoice(id);
  await w.db.query(
    'update corkboard.project_invoice_sums set total_cents = 9099999909000001 where project_id = $1',
    [id],
  );
  for (const era of eras) {
    const { text } = await rpc(studio, era, 'tools/call', { name: 'get_project', arguments: { id } });
    t.is(text.split('9099999909000001').length, 3);
  }
});

for (const { name, method, path, scope, input } of catalogue) {
  const tool = toolName(name);
  const write = method === 'POST';
  const kind = write ? 'write' : 'read';

  for (const era of eras) {
    test(`${tool} returns what REST returns (${era})`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      const rest = await studio.send({ method, ...example });
      const result = await callTool(studio, tool, argumentsOf(example), era);
      t.false(result.isError, result.text);
      t.false(result.replayed);
      if (write) t.deepEqual(shape(result.body), shape(rest.body));
      else t.is(result.text, rest.text);
    });
  }

  test(`${tool} costs one ${kind}, also if it is rejected`, async t => {
    const studio = await w.workspace();
    const args = argumentsOf((await examples(studio))[name]!);
    const used = await counting(w, studio);
    await callTool(studio, tool, args);
    await callTool(studio, tool, { ...args, colour: 1 });
    t.deepEqual(await used(), { read: 0, write: 0, [kind]: 2 });
  });

  test(`${tool}: 401, 402 and 429 are HTTP answers with REST's body`, async t => {
    const studio = await w.workspace();
    const params = { name: tool, arguments: argumentsOf((await examples(studio))[name]!) };
    for (const era of eras) {
      const { status, body, headers } = await rpc({ ...studio, key: 'crk_wrong' }, era, 'tools/call', params);
      t.is(status, 401);
      t.is(body.code, 'invalid_key');
      t.is(headers.get('www-authenticate'), 'Bearer');
    }
    await w.db.query(`insert into corkboard.plans (name, api) values ('none', false) on conflict do nothing`);
    await w.db.query(`update corkboard.workspaces set plan = 'none' where id = $1`, [studio.id]);
    const refused = await rpc(studio, 'modern', 'tools/call', params);
    t.is(refused.status, 402);
    t.is(refused.body.upgradeUrl, '/settings/billing');
    await exhaust(w, studio, kind);
    t.is((await rpc(studio, 'modern', 'tools/call', params)).status, 429);
  });

  test(`${tool} reports an unknown field before other mistakes`, async t => {
    const studio = await w.workspace();
    const args = argumentsOf((await examples(studio))[name]!);
    for (const field of ['colour', '__proto__', 'constructor', 'status_', 'paidAt']) {
      const { body, isError } = await callTool(
        studio,
        tool,
        JSON.parse(`{"${field}":1,${JSON.stringify(args).slice(1)}`.replace(',}', '}')),
      );
      t.true(isError);
      t.is(body.code, 'validation');
      t.is(body.field, field);
      t.true(body.error.startsWith(field));
    }
  });

  for (const [field, schema] of Object.entries(input.shape)) {
    test(`${tool} reports ${field} if it has another type${schema.safeParse(undefined).success ? '' : ' or is missing'}`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const wrong = [
        ...(schema.safeParse(undefined).success ? [] : [null]),
        [[1]],
        { a: { b: 1 } },
        ...(schema.safeParse(undefined).success ? [] : [undefined]),
      ];
      for (const value of wrong) {
        const { body, isError } = await callTool(studio, tool, { ...args, [field]: value });
        t.true(isError, `${JSON.stringify(value)}`);
        t.is(body.code, 'validation');
        t.is(body.field.split('.')[0], field);
      }
    });
  }

  if (path.includes(':id')) {
    test(`${tool} gives the same answer for foreign, unknown and malformed ids`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const foreign = await (await w.workspace()).project();
      const texts = new Set<string>();
      for (const id of [foreign.id, unknownId, 'nonsense', `${unknownId}'--`, '../me']) {
        const { body, text, isError } = await callTool(studio, tool, { ...args, id });
        t.true(isError);
        t.is(body.code, 'not_found');
        texts.add(text);
      }
      t.is(texts.size, 1);
    });
  }

  if (write) {
    test(`${tool} rejects a key without ${scope}, names the scope, and does nothing`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const others = ['write:projects', 'write:invoices', 'write:time'].filter(other => other !== scope);
      const lesser = await studio.keyWith(...others);
      const before = await records(studio.id);
      for (const era of eras) {
        // The arguments are wrong too, but the missing scope is reported first.
        for (const given of [args, { colour: 1 }]) {
          const { body, isError } = await callTool(lesser, tool, given, era);
          t.true(isError);
          t.is(body.code, 'scope_required');
          t.true(body.error.includes(scope));
        }
      }
      t.deepEqual(await records(studio.id), before);
    });

    test(`${tool} repeated with the same arguments returns the first result and creates nothing`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const other = await studio.keyWith(scope);
      const first = await callTool(studio, tool, args);
      const before = await records(studio.id);
      // The same call with its arguments in another order, with another key, and in the other protocol era.
      const turned = Object.fromEntries(Object.entries(args).reverse());
      for (const again of [
        await callTool(studio, tool, args),
        await callTool(other, tool, turned),
        await callTool(studio, tool, args, 'legacy'),
      ]) {
        t.true(again.replayed);
        t.is(again.text, first.text);
      }
      t.deepEqual(await records(studio.id), before);
    });

    test(`${tool} called five times simultaneously makes one record and returns five equal results`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const before = await records(studio.id);
      const results = await Promise.all([1, 2, 3, 4, 5].map(() => callTool(studio, tool, args)));
      t.is(new Set(results.map(({ text }) => text)).size, 1);
      t.is(results.filter(({ replayed }) => !replayed).length, 1);
      t.is((await records(studio.id)).writes, before.writes + 1);
    });

    test(`${tool} and REST are two writes, even with the same Idempotency-Key`, async t => {
      const studio = await w.workspace();
      const example = (await examples(studio))[name]!;
      const result = await callTool(studio, tool, argumentsOf(example));
      const { rows } = await w.db.query('select id from corkboard.idempotency_keys where workspace_id = $1', [
        studio.id,
      ]);
      t.is(rows.length, 1);
      const key = { 'Idempotency-Key': rows[0].id };
      t.is(
        (await studio.post(example.path, example.body, key)).status,
        400,
        "no caller can choose a tool's key",
      );
      const rest = await studio.post(example.path, example.body);
      t.not(rest.text, result.text);
      t.is(rest.headers.get('idempotency-replayed'), null);
    });

    test(`${tool} repeated a day later writes again`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      await callTool(studio, tool, args);
      await w.db.query(
        `update corkboard.idempotency_keys set created_at = now() - interval '24 hours' where workspace_id = $1`,
        [studio.id],
      );
      t.false((await callTool(studio, tool, args)).replayed);
    });

    test(`${tool} reports usage when the month’s allowance is used up, and does nothing`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      await holdMonth(w, studio, 10_000);
      const before = await records(studio.id);
      const { body, isError } = await callTool(studio, tool, args);
      t.true(isError);
      t.is(body.code, 'plan_limit');
      t.regex(body.error, /10000/);
      t.is(body.upgradeUrl, '/settings/billing');
      t.deepEqual(await records(studio.id), before);
    });

    test(`${tool} is audited as an assistant's, and so is its record`, async t => {
      const studio = await w.workspace();
      const args = argumentsOf((await examples(studio))[name]!);
      const { body } = await callTool(studio, tool, args);
      const record = Object.values<any>(body)[0];
      if (name !== 'draftScope') t.is(record.createdVia, 'mcp');
      const { rows } = await w.db.query(
        'select via from corkboard.audit_log where workspace_id = $1 order by id desc limit 1',
        [studio.id],
      );
      t.is(rows[0].via, 'mcp');
    });
  }
}

/** Converts a REST request to a tool's arguments: the path's id and the body. */
function argumentsOf({ path, body }: Example): Record<string, unknown> {
  const id = /^\/projects\/([^/]+)/.exec(path)?.[1];
  return { ...(id === undefined ? {} : { id }), ...body };
}

/** The workspace's counts of writes and audit entries, which show whether a call did something. */
async function records(workspaceId: string): Promise<{ writes: number; entries: number }> {
  const { rows } = await w.db.query(
    `select (select sum(used)::int from corkboard.monthly_writes where workspace_id = $1) as writes,
            (select count(*)::int from corkboard.audit_log where workspace_id = $1) as entries`,
    [workspaceId],
  );
  return rows[0];
}

/** Fields and types, which are the same for two records of one kind. */
const shape = (value: any): unknown =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).map(([key, inner]) => [key, shape(inner)])
    : typeof value;
