import test from 'ava';
import { argumentReader } from '../../../src/http/mcp/arguments.ts';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import { unknownKey } from '../../support/call.ts';
import { counting } from '../../support/rates.ts';
import { callTool, eras, post, request, rpc } from '../../support/tools.ts';
import { sharedWorld } from '../../support/world.ts';

// Mistakes that an assistant can make, each with an answer that it can act on.
const w = sharedWorld(test, 'api');

for (const era of eras) {
  test(`a call without a tool’s name, or whose arguments aren’t an object, is -32602 (${era})`, async t => {
    const studio = await w.workspace();
    const used = await counting(w, studio);
    const call = (params: object) => rpc(studio, era, 'tools/call', { ...params });
    const unknown = ['send_invoice', 'draftInvoice', 'GET_WORKSPACE', '', '__proto__', 'constructor'];
    for (const name of unknown) {
      const { status, body } = await call({ name, arguments: {} });
      t.deepEqual([status, body.error.code], [200, -32602]);
      for (const operation of catalogue) t.true(body.error.message.includes(toolName(operation.name)));
    }
    t.deepEqual(await used(), { read: unknown.length, write: 0 });
    for (const name of [undefined, null, 7, ['log_time']])
      t.is((await call({ name, arguments: {} })).body.error.code, -32602);
    for (const args of [[], [{ minutes: 5 }], '{"minutes":5}', 7, true]) {
      const { status, body } = await call({ name: 'log_time', arguments: args });
      t.is(status, 200);
      t.like(body.error, { code: -32602, message: 'arguments must be a JSON object, not text or a list.' });
    }
  });
}

test('arguments may be omitted if none are required', async t => {
  const studio = await w.workspace();
  t.false((await callTool(studio, 'get_workspace')).isError);
  t.false((await callTool(studio, 'list_clients')).isError);
  const { body } = await callTool(studio, 'log_time');
  t.is(body.field, 'id');
  t.is(body.error, 'id is required: find it with list_projects (GET /api/v1/projects). minutes is required.');
});

test('an empty list says so if no project has the id that it is filtered by', async t => {
  const studio = await w.workspace();
  const empty = await studio.project();
  const foreign = await (await w.workspace()).project();
  const ask = (args: object) => callTool(studio, 'list_invoices', args);
  const unknown = '01890000-0000-7000-8000-000000000000';
  for (const project_id of [foreign.id, unknown, 'Website', empty.clientId]) {
    const { body, isError, note } = await ask({ project_id, status: 'DRAFT' });
    t.false(isError);
    t.deepEqual(body.data, []);
    t.is(
      note,
      'No project with this id in this workspace: find it with list_projects (GET /api/v1/projects).',
    );
  }
  for (const args of [{ project_id: empty.id }, { project_id: '' }, {}, { status: 'VOID' }])
    t.is((await ask(args)).note, undefined);
  await studio.invoice(empty.id);
  t.is((await ask({ project_id: empty.id, page: 9 })).note, undefined);
});

test('null and empty text count as omitted, for optional arguments of every type', async t => {
  const given = (name: string, args: Record<string, unknown>) =>
    argumentReader(catalogue.find(operation => operation.name === name)!).given(args);
  const line = { description: 'a', unitPriceCents: 1 };
  const rest = 'kind amountCents currency dueDate taxInclusive discountCents'.split(' ');
  for (const nothing of [null, '']) {
    const lineItems = [{ ...line, quantityHundredths: nothing, taxRateBps: nothing }];
    const args = { projectId: 'x', lineItems, ...Object.fromEntries(rest.map(name => [name, nothing])) };
    t.deepEqual(given('draftInvoice', args), { projectId: 'x', lineItems: [line] });
  }
  for (const args of [
    { clientId: 'x', name: null },
    { clientId: 'x', name: 'A', intake: { 'Why?': null } },
  ])
    t.deepEqual(given('createProject', args), args);
  const studio = await w.workspace();
  await studio.client();
  t.is((await callTool(studio, 'list_clients', { search: '', page: null })).body.page.total, 1);
  t.is((await callTool(studio, 'list_clients', { search: '\u200b' })).body.page.total, 1);
});

test('413: a message above 64 KB, after its key is checked', async t => {
  const studio = await w.workspace();
  const used = await counting(w, studio);
  const large = 'x'.repeat(65_537);
  t.is((await post(studio, large)).status, 413);
  t.is((await post({ ...studio, key: unknownKey }, large)).status, 401);
  t.deepEqual(await used(), { read: 1, write: 0 });
});

test('without a key the answer doesn’t depend on the message', async t => {
  const studio = { baseUrl: w.baseUrl, key: unknownKey };
  const texts = new Set<string>();
  for (const body of ['{', '[]', request('legacy', 1, 'tools/list'), request('legacy', 1, 'nothing')]) {
    const { status, text } = await post(studio, body);
    t.is(status, 401);
    texts.add(text);
  }
  t.is(texts.size, 1);
});
