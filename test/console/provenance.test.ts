import test from 'ava';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { callTool } from '../support/tools.ts';
import { world } from '../support/world.ts';

const w = world(test);
const console = people(test, w);
const corkboard = operator(w);

/** Creates a record of every kind that a key can create, through one channel. Returns the ids for the pages. */
async function made(via: 'api' | 'mcp') {
  const studio = await w.workspace({ label: 'Agent B' });
  const writes = {
    api: async (path: string, _: string, body: object) => (await studio.post(path, body)).body,
    mcp: async (path: string, tool: string, body: object) => {
      const id = /^\/projects\/([^/]+)/.exec(path)?.[1];
      return (await callTool(studio, tool, { ...body, ...(id && { id }) })).body;
    },
  }[via];
  const { client } = await writes('/clients', 'create_client', { name: 'Ada Marsh' });
  const { project } = await writes('/projects', 'create_project', { clientId: client.id, name: 'Menu' });
  const at = `/projects/${project.id}`;
  await writes(`${at}/scope`, 'draft_scope', { deliverables: ['Logo'] });
  await writes(`${at}/revisions`, 'log_revision', { description: 'Calmer' });
  await writes(`${at}/time`, 'log_time', { minutes: 5 });
  await writes(`${at}/notes`, 'add_note', { body: 'Hello' });
  const { invoice } = await writes('/invoices', 'draft_invoice', { projectId: project.id, amountCents: 100 });
  await writes('/invoices', 'draft_invoice', { projectId: project.id, amountCents: 1, kind: 'estimate' });
  return { studio, client, at, invoice };
}

for (const [via, channel] of [
  ['api', 'API'],
  ['mcp', 'MCP'],
] as const) {
  test(`a record created by a key is shown as an assistant’s on every page, with channel and label: ${channel}`, async t => {
    const { studio, client, at, invoice } = await made(via);
    const owner = await console.owner(studio.id);
    const home = (await owner.get('/')).text;
    t.regex(home, new RegExp(`drafted by Agent B<[\\s\\S]*?· assistant, via ${channel} ·`));
    for (const page of [
      `/clients/${client.id}`,
      at,
      ...['scope', 'invoices', 'time', 'revisions', 'notes'].map(tab => `${at}?tab=${tab}`),
      '/invoices',
      `/invoices/${invoice.id}`,
    ]) {
      const { status, text } = await owner.get(page);
      t.is(status, 200, page);
      t.true(text.includes(`<b>Agent B</b> (assistant, via ${channel})`), page);
      t.notRegex(text, /\(integration\)|\(assistant\)/, page);
    }
  });

  test(`a record created by a key is an assistant’s in the audit log, in the console and by the command: ${channel}`, async t => {
    const { studio } = await made(via);
    const { text } = await (await console.owner(studio.id)).get('/settings/audit');
    const who = `>Agent B (assistant, via ${channel}) <code class="prefix">crk_`;
    t.is(text.split(who).length - 1, 8);
    const listed = await corkboard.read('audit', 'list', '--workspace', studio.id);
    t.regex(listed, new RegExp(`Agent B {2,}crk_\\S+ {2}assistant, via ${channel} {2,}estimate\\.drafted`));
    const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
    t.is(audits[0].via, via);
  });
}

test('a record whose author is no longer known is shown as an assistant’s', async t => {
  const { studio, client } = await made('api');
  await w.db.query('delete from corkboard.audit_log where record_id = $1', [client.id]);
  const { text } = await (await console.owner(studio.id)).get(`/clients/${client.id}`);
  t.regex(text, /Added by <b>unknown API key<\/b> \(assistant, via API\), /);
});
