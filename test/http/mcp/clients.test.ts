import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import test from 'ava';
import { toolName } from '../../../src/http/mcp/tools.ts';
import { catalogue } from '../../../src/operations/catalogue.ts';
import type { Account } from '../../support/account.ts';
import { legacyVersions, modernVersion } from '../../support/tools.ts';
import { sharedWorld } from '../../support/world.ts';

// Unmodified third-party clients. They check every result against the tool's output schema themselves.
const w = sharedWorld(test, 'api');

const info = { name: 'test', version: '1' };
const address = ({ baseUrl, key }: Account) =>
  [new URL('/api/mcp', baseUrl), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }] as const;

/** Connects a client. The versions of the SDK differ in how, and in how they name the version of the protocol. */
const clients: Record<string, (studio: Account) => Promise<{ client: any; revision: string | undefined }>> = {
  'the SDK 1.x': async studio => {
    const client = new ClientV1(info);
    const transport = new TransportV1(...address(studio));
    // The SDK's own types disagree about optional members under exactOptionalPropertyTypes.
    await client.connect(transport as never);
    return { client, revision: transport.protocolVersion };
  },
  'the SDK 2.x, older line': studio => v2(studio, 'legacy'),
  'the SDK 2.x, newer line': studio => v2(studio, 'auto'),
};

async function v2(studio: Account, mode: 'legacy' | 'auto') {
  const client = new ClientV2(info, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(...address(studio)));
  return { client, revision: client.getNegotiatedProtocolVersion() };
}

const names = catalogue.map(({ name }) => toolName(name));

for (const [name, connect] of Object.entries(clients)) {
  test(`${name} lists the tools, uses them from client to invoice, and passes on what a tool rejects`, async t => {
    const studio = await w.workspace();
    const { client, revision } = await connect(studio);
    t.teardown(() => client.close());
    t.is(revision, name.endsWith('newer line') ? modernVersion : legacyVersions[0]);
    t.regex(client.getInstructions(), /get_workspace/);
    const port = new URL(w.baseUrl).port;
    t.true(client.getInstructions().includes(`Put http://localhost:${port} before it`));
    // From here on the client knows the output schemas, and checks results and errors against them.
    const { tools } = await client.listTools();
    t.deepEqual(
      tools.map((tool: { name: string }) => tool.name),
      names,
    );
    const call = async (tool: string, args: Record<string, unknown> = {}) => {
      const { structuredContent, isError } = await client.callTool({ name: tool, arguments: args });
      t.falsy(isError, JSON.stringify(structuredContent));
      return structuredContent;
    };
    t.is((await call('get_workspace')).workspace.id, studio.id);
    const { client: made } = await call('create_client', { name: 'Harbour Bakery', email: 'a@b.example' });
    t.is((await call('list_clients', { search: 'bakery' })).data[0].id, made.id);
    const { project } = await call('create_project', {
      clientId: made.id,
      name: 'Website',
      intake: { Who: 'All' },
    });
    const id = project.id;
    await call('draft_scope', { id, deliverables: ['Home page', 'Shop'], priceCents: 840_000 });
    t.true((await call('log_revision', { id, description: 'Calmer', classify: true })).roundsUsed === 1);
    await call('log_time', { id, minutes: 90 });
    await call('add_note', { id, body: 'Prefers calls' });
    const { invoice } = await call('draft_invoice', {
      projectId: id,
      lineItems: [{ description: 'Design', unitPriceCents: 420_000 }],
    });
    t.is((await call('list_invoices', { project_id: id })).data[0].id, invoice.id);
    t.is((await call('list_projects')).data[0].scopePriceCents, 840_000);
    t.is((await call('get_project', { id })).project.invoices[0].number, 'INV-0001');
    for (const [tool, args, code] of [
      ['log_time', { id: 'x', minutes: 0 }, 'validation'],
      ['get_project', { id: 'x' }, 'not_found'],
    ] as const) {
      const result = await client.callTool({ name: tool, arguments: args });
      t.true(result.isError);
      t.is(result.structuredContent.code, code);
      t.is(JSON.parse(result.content[0].text).code, code);
    }
    await t.throwsAsync(client.callTool({ name: 'send_invoice', arguments: {} }), {
      message: /draft_invoice/,
    });
  });

  test(`${name} reports an invalid key`, async t => {
    const studio = await w.workspace();
    await t.throwsAsync(connect({ ...studio, key: 'crk_wrong' }), {
      message: /invalid_key|401|nauthorized/,
    });
  });
}

test('the protocol versions that begin with a handshake are those of the SDK', t => {
  t.deepEqual(legacyVersions, SUPPORTED_PROTOCOL_VERSIONS);
});
