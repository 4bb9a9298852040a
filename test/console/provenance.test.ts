import { createHash } from 'node:crypto';
import test from 'ava';
import { lacks, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import type { PersonBrowser } from '../support/session.ts';
import { shareLinks } from '../support/shareLinks.ts';
import { callTool } from '../support/tools.ts';

const w = consoleWorld(test);
const { sql, call } = w;

test('a record created by a key is shown as an assistant’s on every page, with channel and label', async t => {
  const studio = await w.workspace({ label: 'Agent B' });
  const write = async (tool: string, fields: object) => (await callTool(studio, tool, fields)).body;
  const { client } = await write('create_client', { name: 'Ada Marsh' });
  const { id } = (await write('create_project', { clientId: client.id, name: 'Menu' })).project;
  await write('draft_scope', { id, deliverables: ['Logo'] });
  await write('log_revision', { id, description: 'Calmer' });
  await write('log_time', { id, minutes: 5 });
  await write('add_note', { id, body: 'Hello' });
  const { invoice } = await write('draft_invoice', { projectId: id, amountCents: 100 });
  await write('draft_invoice', { projectId: id, amountCents: 1, kind: 'estimate' });
  const owner = await w.owner(studio.id);
  shows(t, await owner.get('/'), 'drafted by Agent B … · assistant, via MCP · ');
  const at = `/projects/${id}`;
  const tabs = ['scope', 'invoices', 'time', 'revisions', 'notes'].map(tab => `${at}?tab=${tab}`);
  for (const page of [`/clients/${client.id}`, at, ...tabs, '/invoices', `/invoices/${invoice.id}`]) {
    const seen = await owner.get(page);
    shows(t, seen, 'Agent B (assistant, via MCP)');
    lacks(t, seen, '(integration)', '(assistant)');
  }
  const log = rowsOf((await owner.get('/settings/audit')).text).map(([, who]) => who!);
  t.is(log.filter(one => one.startsWith('Agent B (assistant, via MCP) crk_')).length, 8);
  await sql('delete from corkboard.audit_log where record_id = $1', client.id);
  const unknown = await owner.get(`/clients/${client.id}`);
  shows(t, unknown, 'Added by unknown API key (assistant, via MCP), ');
});

// Pages show who approved and signed: the client through a share link, or the person who recorded it for them.

/** A project with a drafted scope, its owner, and its client with the links. */
async function begun({ isApproved = false } = {}) {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Menu' });
  await studio.scope(id);
  if (isApproved) await call('approve_scope', studio.id, id, 'Ada Marsh');
  const agreements = () => sql('select * from corkboard.agreements where project_id = $1', id);
  /** The hash of the document that a form would send. */
  const hash = async () => {
    const [{ document }] = await sql(
      'select corkboard.contract_document($1, $2)::text as document',
      studio.id,
      id,
    );
    return createHash('sha256').update(document).digest('hex');
  };
  return {
    ...{ studio, id, agreements, hash, at: `/projects/${id}?tab=scope`, client: w.stranger() },
    owner: await w.owner(studio.id),
    ...(await shareLinks(w, id)),
  };
}

test('a contract can be signed once its scope is approved, by members and by the client', async t => {
  const { studio, id, owner, at, client, contract, hash, agreements } = await begun();
  const [before, clientsBefore] = [await owner.get(at), await client.get(contract)];
  shows(t, before, 'can be signed once the scope is approved');
  lacks(t, before, 'Record signature');
  shows(t, clientsBefore, 'You can sign this contract here once its scope is approved');
  t.notRegex(clientsBefore.text, /<form/);
  const typed = { by: 'Ada', document: await hash() };
  for (const refused of [
    await owner.post(`/projects/${id}/contract/sign`, typed),
    await client.post(`${contract}/sign`, typed),
  ]) {
    t.is(refused.status, 409);
    shows(t, refused, 'The contract can be signed once the scope is approved.');
  }
  t.deepEqual(await agreements(), []);
  await call('approve_scope', studio.id, id, 'Ada');
  shows(t, await owner.get(at), 'Record signature');
  t.is((await client.press(await client.get(contract), 'Sign contract', { by: 'Ada' })).status, 303);
});

test('a contract without a drafted scope is shown as being prepared, unless it was signed without one', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const open = async () => w.stranger().get((await shareLinks(w, id)).contract);
  const before = await open();
  shows(t, before, 'still being prepared');
  t.notRegex(before.text, /To be agreed|<form/);
  await call('sign_contract', studio.id, id, 'Ada');
  shows(t, await open(), 'Signed. Recorded by the operator for Ada, … To be agreed … Signed for Ada');
});

test('if a scope is approved and its contract signed at once, the contract is never signed before the approval', async t => {
  const { id, owner, client, scope, contract, hash, agreements } = await begun();
  const typed = { by: 'Ada', document: await hash() };
  const [approved, ...signed] = await Promise.all([
    client.post(`${scope}/approve`, { by: 'Ada', version: '1' }),
    client.post(`${contract}/sign`, typed),
    owner.post(`/projects/${id}/contract/sign`, typed),
    client.post(`${contract}/sign`, typed),
  ]);
  t.is(approved.status, 303);
  const done = signed.filter(({ status }) => status === 303).length;
  t.deepEqual(
    signed.filter(({ status }) => ![303, 409].includes(status)),
    [],
  );
  t.true(done <= 1);
  const [{ approved_at: at }] = await sql(
    'select approved_at from corkboard.scopes where project_id = $1',
    id,
  );
  const rows = await agreements();
  t.deepEqual(
    rows.map(({ signed_at }) => signed_at >= at),
    done === 1 ? [true] : [],
  );
});

/** Who did what, by the audit log. */
const logOf = async (owner: PersonBrowser) =>
  rowsOf((await owner.get('/settings/audit')).text).map(([, who, what]) => `${who} ${what}`);

test('a consent that a member records for a client is shown as recorded, on every page', async t => {
  const { owner, at, client, scope, contract, id } = await begun();
  const { email } = owner.person;
  await owner.press(await owner.get(at), 'Record approval', { by: 'Ada Marsh' });
  await owner.press(await owner.get(at), 'Record signature', { by: 'Harbour Bakery' });
  await owner.press(await owner.get(`${at}&new=approve`), 'Record change order', { amountCents: '120' });
  const approval = `Approved. Recorded by ${email} for Ada Marsh, `;
  const pages = [await owner.get(at), await client.get(scope), await client.get(contract)];
  for (const page of pages) lacks(t, page, 'Approved by Ada', 'Signed by', 'Declared');
  shows(t, pages[0]!, approval, `Signed for Harbour Bakery Recorded by ${email}`);
  shows(t, pages[0]!, `Change orders … $120.00 Approved. Recorded by ${email}, `);
  shows(t, pages[1]!, 'Approved. Recorded by Studio for Ada Marsh, ');
  shows(t, pages[2]!, 'Signed. Recorded by Studio for Harbour Bakery, ');
  await call('set_member_name', owner.person.workspaceId, owner.person.memberId, 'Ines Roy');
  shows(t, await client.get(scope), 'Approved. Recorded by Ines Roy for Ada Marsh, ');
  await call('set_member_name', owner.person.workspaceId, owner.person.memberId, null);
  const by = `(recorded by ${email})`;
  shows(t, await owner.get(`/projects/${id}`), `Version 1, approved … ${by}, contract signed … ${by}`);
  const log = await logOf(owner);
  for (const what of ['approval of a scope for Ada Marsh', 'signature of a contract for Harbour Bakery'])
    t.true(log.includes(`${email}, in the app recorded the ${what}`), what);
});

test('a consent given through a share link is shown as the client’s, on every page', async t => {
  const { id, owner, at, client, scope, contract } = await begun();
  await client.press(await client.get(scope), 'Approve scope', { by: 'Ada Marsh' });
  await client.press(await client.get(contract), 'Sign contract', { by: 'Ada Marsh' });
  const page = await owner.get(at);
  shows(t, page, 'Approved by Ada Marsh, … Signed by Ada Marsh');
  for (const done of ['approve this scope', 'sign this contract'])
    shows(t, page, `Evidence Declared By entering your name, you ${done}`);
  const hashes = await sql(
    `select encode(text_sha256, 'hex') as hash from corkboard.declarations where record_id = $1`,
    id,
  );
  shows(t, page, ...hashes.map(({ hash }) => `Language English … SHA-256 of the declaration ${hash}`));
  lacks(t, page, 'Recorded by Ada', 'Recorded by never');
  const summary = await owner.get(`/projects/${id}`);
  shows(t, summary, 'Version 1, approved … , contract signed');
  lacks(t, summary, '(recorded by');
  const log = await logOf(owner);
  for (const what of ['approved the scope of a project', 'signed the contract of a project'])
    t.true(log.includes(`Ada Marsh (client), through a share link ${what}`), what);
});

test('a consent recorded outside the console is shown as recorded by the operator, or by the workspace', async t => {
  const { studio, id, owner, at, client, scope, contract } = await begun({ isApproved: true });
  await call('sign_contract', studio.id, id);
  shows(t, await client.get(scope), 'Approved. Recorded by the operator for Ada Marsh, ');
  shows(t, await client.get(contract), 'Signed. Recorded by the operator, ');
  shows(t, await owner.get(at), 'Recorded by the operator for Ada Marsh … Recorded by the operator');
  const log = await logOf(owner);
  for (const what of ['approval of a scope for Ada Marsh', 'signature of a contract'])
    t.true(log.includes(`Operator, on the command line recorded the ${what}`), what);
  const other = await begun();
  await sql(
    `with dba as materialized (select set_config('corkboard.actor', 'dba@studio.example', true))
     select corkboard.approve_scope($1, $2, 'Ada') from dba`,
    other.studio.id,
    other.id,
  );
  shows(t, await client.get(other.scope), 'Recorded by Studio for Ada, ');
});
