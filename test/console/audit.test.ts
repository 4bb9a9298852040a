import test from 'ava';
import { actions } from '../../src/actions/catalogue.ts';
import { people } from '../support/console.ts';
import { withoutLabels } from '../support/withoutLabels.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

test('the audit log lists who did what, by which channel, on which record, newest first', async t => {
  const studio = await w.workspace({ label: 'Robot' });
  const project = await studio.project({ name: 'Harbour shop' });
  await studio.scope(project.id);
  await studio.invoice(project.id);
  const owner = await p.owner(studio.id);
  await owner.post('/settings/set', { name: 'Larkspur' });
  const text = withoutLabels((await owner.get('/settings/audit')).text);
  const at = (...parts: string[]) => parts.map(part => text.indexOf(part));
  t.false(
    at(
      `${owner.person.email}, in the app`,
      'changed the settings',
      `<td>Robot (assistant, via API) <code class="prefix">${studio.key.slice(0, 10)}…</code></td>`,
    ).includes(-1),
  );
  t.true(text.indexOf('changed the settings') < text.indexOf('drafted an invoice'));
  t.regex(text, /drafted an invoice<\/td><td><a href="\/invoices\/[0-9a-f-]{36}">INV-0001<\/a>/);
  t.true(text.includes(`<td><a href="/projects/${project.id}?tab=scope">Harbour shop</a>`));
  t.true(text.includes(`<td><a href="/projects/${project.id}">Harbour shop</a>`));
});

test('actions outside of the API show who performed them', async t => {
  const studio = await w.workspace();
  for (const actor of ['ada@a.example', 'operator', 'service', 'client', 'Ada (client)'])
    await sql(
      `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
       values ($1, 'app', $2, 'workspace.changed', 'workspace', $1)`,
      studio.id,
      actor,
    );
  const text = withoutLabels((await (await p.owner(studio.id)).get('/settings/audit')).text);
  for (const who of [
    'ada@a.example, in the app',
    'operator, on the command line',
    'service, automatically',
    'Client, through a share link',
    'Ada (client), through a share link',
  ])
    t.true(text.includes(`<td>${who}</td>`), who);
});

test('links to every kind of record work', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  await studio.scope(project.id);
  await studio.invoice(project.id);
  await studio.post(`/projects/${project.id}/revisions`, { description: 'Calmer' });
  await studio.post(`/projects/${project.id}/time`, { date: '2026-01-01', minutes: 5 });
  await studio.post(`/projects/${project.id}/notes`, { body: 'Hello' });
  await sql(`select corkboard.approve_scope($1, $2, 'Ana')`, studio.id, project.id);
  await sql('select corkboard.sign_contract($1, $2)', studio.id, project.id);
  await sql('select corkboard.approve_change_order($1, $2, 100)', studio.id, project.id);
  await sql(
    `select corkboard.store_endpoint($1, corkboard.uuid_v7(), 'https://h.example/x', 'json', '{client.created}', corkboard.new_webhook_secret())`,
    studio.id,
  );
  await p.member(studio.id);
  const owner = await p.owner(studio.id);
  const text = withoutLabels((await owner.get('/settings/audit')).text);
  const links = [...text.matchAll(/<td><a href="([^"]+)">/g)].map(([, href]) => href!);
  t.true(links.length >= 12, text);
  for (const link of new Set(links)) t.is((await owner.get(link)).status, 200, link);
});

test('the audit log can be filtered by record, and shows no entries of another workspace’s or an unknown record', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada' });
  await studio.client({ name: 'Grace' });
  const theirs = await (await w.workspace()).client({ name: 'Theirs' });
  const member = await p.member(studio.id);
  const { text } = await member.get(`/settings/audit?record=${client.id}`);
  t.regex(text, /Ada/);
  t.notRegex(text, /Grace/);
  t.regex(text, /href="\/settings\/audit">Show all/);
  for (const id of [theirs.id, 'x', 'a%00b']) {
    const { status, text } = await member.get(`/settings/audit?record=${id}`);
    t.is(status, 200);
    t.regex(text, /No changes match/);
  }
});

test('keys with the same label are told apart by their prefix, which the filter finds too', async t => {
  const studio = await w.workspace({ label: 'Robot' });
  const [{ secret }] = await sql(
    `select (corkboard.create_key($1, 'Robot', corkboard.key_scopes())).secret`,
    studio.id,
  );
  await studio.client({ name: 'Ada' });
  await studio.send({ key: secret, method: 'POST', path: '/clients', body: { name: 'Grace' } } as any);
  const owner = await p.owner(studio.id);
  const { text } = await owner.get(`/settings/audit?actor=${secret.slice(0, 10)}`);
  t.regex(text, /Grace/);
  t.notRegex(text, /Ada/);
  t.true(text.includes(`<code class="prefix">${secret.slice(0, 10)}…</code>`));
  t.false(text.includes(secret.slice(0, 11)));
});

test('records in the trash have no link', async t => {
  const studio = await w.workspace();
  const client = await studio.client({ name: 'Ada' });
  await sql('select corkboard.trash_client($1, $2)', studio.id, client.id);
  const text = withoutLabels((await (await p.owner(studio.id)).get('/settings/audit')).text);
  t.regex(text, /client \(removed\)/);
  t.notRegex(text, /href="\/clients\/[0-9a-f]/);
});

test('31 audit entries take two pages without repeats, and a page is small', async t => {
  const studio = await w.workspace();
  for (let n = 0; n < 15; n++) await studio.project({ name: `P${n}` });
  const owner = await p.owner(studio.id);
  const first = await owner.get('/settings/audit');
  t.true(Buffer.byteLength(first.text) <= 25 * 1024, `${Buffer.byteLength(first.text)}`);
  const [, next] = /href="([^"]+)" rel="next"/.exec(first.text)!;
  const second = await owner.get(next!);
  const records = [first, second].flatMap(({ text }) =>
    [...withoutLabels(text).matchAll(/<td><a href="(\/(?:clients|projects)\/[^"]+)"/g)].map(
      ([, href]) => href!,
    ),
  );
  t.is(records.length, 30);
  t.is(new Set(records).size, 30);
});

test('the audit log and its file can begin with the oldest entry', async t => {
  const studio = await w.workspace();
  for (let n = 0; n < 15; n++) await studio.project({ name: `P${n}` });
  const owner = await p.owner(studio.id);
  const first = await owner.get('/settings/audit?sort=time');
  const [, next] = /href="([^"]+)" rel="next"/.exec(first.text)!;
  const second = await owner.get(next!.replaceAll('&amp;', '&'));
  const names = [first, second].flatMap(({ text }) =>
    [...withoutLabels(text).matchAll(/<td><a href="[^"]+">(P\d+)</g)].map(([, name]) => name!),
  );
  const added = Array.from({ length: 15 }, (_, n) => `P${n}`);
  t.deepEqual(names, added);
  const [, file] = /href="(\/settings\/audit\.csv[^"]*)"/.exec(first.text)!;
  const { text } = await owner.get(file!.replaceAll('&amp;', '&'));
  t.deepEqual(
    [...text.matchAll(/,(P\d+),/g)].map(([, name]) => name),
    added,
  );
});

test('every audit entry of an action is shown as a sentence', async t => {
  const studio = await w.workspace();
  const logged = actions.flatMap(({ auditEntries }) => Object.entries(auditEntries));
  for (const [action] of logged.slice(0, 25))
    await sql(
      `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
       values ($1, 'app', 'Ada (client)', $2, 'nothing', $1)`,
      studio.id,
      action,
    );
  const text = withoutLabels((await (await p.owner(studio.id)).get('/settings/audit')).text);
  for (const [action, sentence] of logged.slice(0, 25)) {
    t.true(text.includes(`<td>${sentence}</td>`), action);
    t.false(text.includes(action), action);
  }
});
