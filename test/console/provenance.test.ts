import test from 'ava';
import { operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { callTool } from '../support/tools.ts';
import { withoutLabels } from '../support/withoutLabels.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const corkboard = operator(w);
const { sql } = w;

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
    const owner = await p.owner(studio.id);
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

  test(`a record created by a key is an assistant’s in the audit log, in the p and by the command: ${channel}`, async t => {
    const { studio } = await made(via);
    const { text } = await (await p.owner(studio.id)).get('/settings/audit');
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
  const { text } = await (await p.owner(studio.id)).get(`/clients/${client.id}`);
  t.regex(text, /Added by <b>unknown API key<\/b> \(assistant, via API\), /);
});

// Pages show who approved and signed: the client through a share link, or the person who recorded it for them.

/** A project with a drafted scope, its owner's browser, and the paths of the client's links. */
async function begun({ isApproved = false } = {}) {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  await studio.scope(id);
  if (isApproved) await sql(`select corkboard.approve_scope($1, $2, 'Ada Marsh')`, studio.id, id);
  const [tokens] = await sql(
    `select s.share_token as scope, p.contract_token as contract
       from corkboard.projects p join corkboard.scopes s on s.project_id = p.id where p.id = $1`,
    id,
  );
  const owner = await p.owner(studio.id);
  return {
    studio,
    id,
    owner,
    at: `/projects/${id}?tab=scope`,
    scope: `/scope/${tokens.scope}`,
    contract: `/contract/${tokens.contract}`,
  };
}
const agreements = (id: string) => sql('select * from corkboard.agreements where project_id = $1', id);
/** The hash of the document that a form would send. */
const hashOf = async (workspace: string, id: string) =>
  (
    await sql(
      `select encode(sha256(convert_to(corkboard.contract_document($1, $2)::text, 'UTF8')), 'hex') as hash`,
      workspace,
      id,
    )
  )[0].hash;

test('a contract is offered for signing once its scope is approved, to members and to the client', async t => {
  const { studio, id, owner, at, contract } = await begun();
  const client = p.stranger();
  const [before, clientsBefore] = [await owner.get(at), await client.get(contract)];
  t.regex(before.text, /can be signed once the scope is approved/);
  t.notRegex(before.text, />Record signature</);
  t.regex(clientsBefore.text, /You can sign this contract here once its scope is approved/);
  t.notRegex(clientsBefore.text, /<form/);
  await sql(`select corkboard.approve_scope($1, $2, 'Ada')`, studio.id, id);
  t.regex((await owner.get(at)).text, />Record signature</);
  t.is((await client.press(await client.get(contract), 'Sign contract', { by: 'Ada' })).status, 303);
});

test('a contract without a drafted scope is shown as being prepared, unless it was signed without one', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const [{ token }] = await sql('select contract_token as token from corkboard.projects where id = $1', id);
  const shown = async () => (await p.stranger().get(`/contract/${token}`)).text;
  t.regex(await shown(), /still being prepared/);
  t.notRegex(await shown(), /To be agreed|<form/);
  await sql(`select corkboard.sign_contract($1, $2, 'Ada')`, studio.id, id);
  t.regex(await shown(), /To be agreed[\s\S]*Signed\. Recorded by the operator for Ada, /);
});

test('a signature before the scope is approved is rejected, from members and from the client', async t => {
  const { studio, id, owner, contract } = await begun();
  const document = await hashOf(studio.id, id);
  const client = p.stranger();
  for (const refused of [
    await owner.post(`/projects/${id}/contract/sign`, { by: 'Ada', document }),
    await client.post(`${contract}/sign`, { by: 'Ada', document }),
  ]) {
    t.is(refused.status, 409);
    t.regex(refused.text, /role="alert"[\s\S]*The contract can be signed once the scope is approved\./);
  }
  t.deepEqual(await agreements(id), []);
  t.deepEqual(
    await sql(
      `select 1 from corkboard.audit_log where workspace_id = $1 and action = 'contract.signed'`,
      studio.id,
    ),
    [],
  );
  await sql('select corkboard.sign_contract($1, $2)', studio.id, id);
  t.is((await agreements(id)).length, 1);
});

test('if a scope is approved and its contract signed at once, the contract is never signed before the approval', async t => {
  for (let round = 0; round < 3; round++) {
    const { studio, id, owner, scope, contract } = await begun();
    const client = p.stranger();
    const document = await hashOf(studio.id, id);
    const signing = () => client.post(`${contract}/sign`, { by: 'Ada', document });
    const sent = await Promise.all([
      signing(),
      owner.post(`/projects/${id}/contract/sign`, { by: 'Ada', document }),
      client.post(`${scope}/approve`, { by: 'Ada', version: '1' }),
      signing(),
    ]);
    const [approved] = sent.splice(2, 1);
    const signed = sent;
    t.is(approved!.status, 303);
    const done = signed.filter(({ status }) => status === 303).length;
    t.true(
      signed.every(({ status }) => [303, 409].includes(status)),
      signed.map(({ status }) => status).join(),
    );
    t.true(done <= 1);
    const rows = await sql(
      `select a.signed_at >= s.approved_at as after from corkboard.agreements a
         join corkboard.scopes s on s.project_id = a.project_id where a.project_id = $1`,
      id,
    );
    t.deepEqual(rows, done === 1 ? [{ after: true }] : []);
  }
});

test('a consent that a member records for a client is shown as recorded, on every page', async t => {
  const { owner, at, scope, contract, id } = await begun();
  const { email } = owner.person;
  const client = p.stranger();
  await owner.press(await owner.get(at), 'Record approval', { by: 'Ada Marsh' });
  await owner.press(await owner.get(at), 'Record signature', { by: 'Harbour Bakery' });
  await owner.press(await owner.get(at), 'Record change order', { amountCents: '120' });
  const approval = `Approved. Recorded by ${email} for Ada Marsh, `;
  const signature = `Signed. Recorded by ${email} for Harbour Bakery, `;
  t.true((await client.get(scope)).text.includes(approval));
  t.true((await client.get(contract)).text.includes(signature));
  const { text } = await owner.get(at);
  t.true(text.includes(approval));
  t.regex(
    text,
    new RegExp(
      `<dt>Signed for</dt><dd>Harbour Bakery</dd>\\s*<dt>Recorded by</dt><dd>${email}</dd>`.replaceAll(
        '/',
        '\\/',
      ),
    ),
  );
  t.regex(text, new RegExp(`\\$120\\.00[\\s\\S]*<td[^>]*>${email}`));
  const by = `\\(recorded by ${email}\\)`;
  const summary = (await owner.get(`/projects/${id}`)).text;
  t.regex(summary, new RegExp(`Version 1, approved [^<(]+ ${by}, contract signed [^<(]+ ${by}<`));
  for (const page of [text, (await client.get(scope)).text, (await client.get(contract)).text])
    t.notRegex(page, /(Approved|Signed) by/);
  const log = withoutLabels((await owner.get('/settings/audit')).text);
  t.true(
    log.includes(`<td>${email}, in the app</td><td>recorded the approval of a scope for Ada Marsh</td>`),
  );
  t.true(
    log.includes(
      `<td>${email}, in the app</td><td>recorded the signature of a contract for Harbour Bakery</td>`,
    ),
  );
  t.like((await agreements(id))[0], { signed_by: 'Harbour Bakery', recorded_by: email });
});

test('a consent given through a share link is shown as the client’s, on every page', async t => {
  const { studio, id, owner, at, scope, contract } = await begun();
  const client = p.stranger();
  await client.press(await client.get(scope), 'Approve scope', { by: 'Ada Marsh' });
  await client.press(await client.get(contract), 'Sign contract', { by: 'Ada Marsh' });
  t.regex((await client.get(scope)).text, /Approved by Ada Marsh, /);
  t.regex((await client.get(contract)).text, /Signed by Ada Marsh, /);
  const { text } = await owner.get(at);
  t.regex(text, /Approved by Ada Marsh, [\s\S]*<dt>Signed by<\/dt><dd>Ada Marsh/);
  t.notRegex(text, /Recorded by <|Recorded by never/);
  t.regex((await owner.get(`/projects/${id}`)).text, /Version 1, approved [^<(]+, contract signed [^<(]+</);
  const log = withoutLabels((await owner.get('/settings/audit')).text);
  t.true(
    log.includes('<td>Ada Marsh (client), through a share link</td><td>approved the scope of a project</td>'),
  );
  t.true(
    log.includes(
      '<td>Ada Marsh (client), through a share link</td><td>signed the contract of a project</td>',
    ),
  );
  t.is((await agreements(id))[0].recorded_by, null);
  t.is(studio.id, (await agreements(id))[0].workspace_id);
});

test('a consent recorded outside the p is shown as recorded by the operator, or by the actor’s name', async t => {
  const { studio, id, owner, at, scope, contract } = await begun({ isApproved: true });
  await sql('select corkboard.sign_contract($1, $2)', studio.id, id);
  await sql('select corkboard.approve_change_order($1, $2, 100)', studio.id, id);
  const client = p.stranger();
  t.regex((await client.get(scope)).text, /Approved\. Recorded by the operator for Ada Marsh, /);
  t.regex((await client.get(contract)).text, /Signed\. Recorded by the operator, /);
  const { text } = await owner.get(at);
  t.regex(text, /Recorded by the operator for Ada Marsh[\s\S]*<dt>Recorded by<\/dt><dd>the operator</);
  const log = withoutLabels((await owner.get('/settings/audit')).text);
  t.regex(log, /<td>operator, on the command line<\/td><td>recorded the approval of a scope for Ada Marsh</);
  t.regex(log, /<td>operator, on the command line<\/td><td>recorded the signature of a contract</);
  const other = await begun();
  const db = await w.db.connect();
  t.teardown(() => db.release());
  await db.query('begin');
  await db.query(`select set_config('corkboard.actor', 'dba@studio.example', true)`);
  await db.query(`select corkboard.approve_scope($1, $2, 'Ada')`, [other.studio.id, other.id]);
  await db.query('commit');
  t.regex((await client.get(other.scope)).text, /Recorded by dba@studio\.example for Ada, /);
});
