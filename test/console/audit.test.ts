import test from 'ava';
import { actions } from '../../src/actions/catalogue.ts';
import { rowsOf } from '../support/browser.ts';
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
    `select corkboard.store_endpoint($1, corkboard.uuid_v7(), 'https://h.example/x', 'json', '{client.created}', corkboard.new_webhook_secret(), null)`,
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
  const second = await owner.follow(first, 'Next page');
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
  const second = await owner.follow(first, 'Next page');
  const names = [first, second].flatMap(({ text }) =>
    [...withoutLabels(text).matchAll(/<td><a href="[^"]+">(P\d+)</g)].map(([, name]) => name!),
  );
  const added = Array.from({ length: 15 }, (_, n) => `P${n}`);
  t.deepEqual(names, added);
  const { text } = await owner.follow(first, 'Download as CSV');
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

async function begun() {
  const studio = await w.workspace({ plan: 'studio', label: 'Robot' });
  await sql(`select corkboard.change_workspace($1, '{"time_zone": "America/New_York"}')`, studio.id);
  const client = await studio.client({ name: 'Ada' });
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  return { studio, client, project, owner: await p.owner(studio.id) };
}

/** The changed values in the newest entry of a record: `Name: Ada > Eve`. */
async function newest(owner: Awaited<ReturnType<typeof p.owner>>, record: string): Promise<string[]> {
  const { text } = await owner.get(`/settings/audit?record=${record}`);
  const [, row] = /<tbody>\s*<tr>([\s\S]*?)<\/tr>/.exec(text)!;
  return [...row!.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, line]) =>
    line!.replace('</del> <ins>', ' > ').replaceAll(/<[^>]*>/g, ''),
  );
}

test('an entry shows what a person changed in a client, without private notes', async t => {
  const { client, owner } = await begun();
  await owner.post(`/clients/${client.id}/set`, {
    name: 'Eve',
    company: 'Bay',
    notes: 'Pays late, never call.',
    email: 'eve@bay.example',
  });
  t.deepEqual((await newest(owner, client.id)).sort(), [
    'Company: none > Bay',
    'Email: never-leaves@client.example > eve@bay.example',
    'Name: Ada > Eve',
    'Notes changed',
  ]);
  const stored = await sql('select changes::text from corkboard.audit_log where record_id = $1', client.id);
  t.notRegex(JSON.stringify(stored), /never call/);
});

test('an entry shows what was changed in a project, in its currency, and in the settings, without the terms', async t => {
  const { studio, project, owner } = await begun();
  await sql('select corkboard.change_project($1, $2, $3)', studio.id, project.id, {
    stage: 'delivered',
    hourly_rate_cents: 9500,
    budget_minutes: 600,
    notes: 'secret',
  });
  t.deepEqual(
    (await newest(owner, project.id)).sort(),
    [
      'Time budget: none > 10 h',
      'Hourly rate: none > $95.00',
      'Notes changed',
      'Stage: active > delivered',
    ].sort(),
  );
  await sql('select corkboard.change_workspace($1, $2)', studio.id, {
    tax_rate_bps: 2000,
    terms: 'Pay now.',
    ai: true,
  });
  t.deepEqual((await newest(owner, studio.id)).sort(), [
    'Classification: no > yes',
    'Tax rate: 0% > 20%',
    'Terms changed',
  ]);
});

test('an entry shows the old and the new late fee, and the old and the new address', async t => {
  const { studio, project, owner } = await begun();
  const invoice = await studio.invoice(project.id, { currency: 'EUR' });
  await sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  await sql('select corkboard.set_late_fee($1, $2, 1500)', studio.id, invoice.id);
  t.deepEqual(await newest(owner, invoice.id), ['Late fee: €0.00 > €15.00']);
  const member = (await p.member(studio.id)).person;
  await sql(
    'select corkboard.set_member_email($1, $2, $3)',
    studio.id,
    member.memberId,
    'new@studio.example',
  );
  t.deepEqual(await newest(owner, member.memberId), [`Email: ${member.email} > new@studio.example`]);
});

test('saving a client unchanged writes no entry', async t => {
  const { studio, client, owner } = await begun();
  const entries = () => sql('select 1 from corkboard.audit_log where workspace_id = $1', studio.id);
  const before = (await entries()).length;
  await owner.post(`/clients/${client.id}/set`, { name: 'Ada' });
  t.is((await entries()).length, before);
});

test('the log is filtered by person, kind of record and day, all at once', async t => {
  const { studio, client, owner } = await begun();
  await owner.post(`/clients/${client.id}/set`, { name: 'Zoë' });
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id, recorded_at, id)
     values ($1, 'app', 'José Müller', 'client.changed', 'client', $2, '2026-03-01 04:30Z', corkboard.first_id_at('2026-03-01 04:30Z'))`,
    studio.id,
    client.id,
  );
  const found = async (query: string) => rowsOf((await owner.get(`/settings/audit?${query}`)).text).length;
  t.is(await found('actor=jose+mull'), 1);
  t.is(await found('actor=%25'), 0);
  t.is(await found('actor=robot&type=client'), 1);
  t.is(await found('actor=robot&type=project'), 1);
  t.is(await found('type=invoice'), 0);
  // 4:30 in UTC is still the previous day in New York.
  t.is(await found('from=2026-02-28&to=2026-02-28'), 1);
  t.is(await found('from=2026-03-01&to=2026-03-01'), 0);
  t.is(await found('type=&actor=&from=&to='), await found(''));
  for (const bad of ['type=nonesuch', 'from=yesterday', 'to=2026-02-30'])
    t.is((await owner.get(`/settings/audit?${bad}`)).status, 422, bad);
});

test('a search by person covers the newest 10,000 changes, says so, and continues from there, as does the CSV file', async t => {
  const { studio, client, owner } = await begun();
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
     select $1, 'app', 'Bulk', 'client.changed', 'client', $2 from generate_series(1, 10000)`,
    studio.id,
    client.id,
  );
  const page = await owner.get('/settings/audit?actor=robot');
  t.deepEqual(rowsOf(page.text), []);
  t.regex(page.text, /No matches among the 10,000 changes since <time/);
  const older = await owner.follow(page, 'Search older changes');
  t.is(rowsOf(older.text).length, 2);
  t.notRegex(older.text, /Search older/);
  const { text } = await owner.get('/settings/audit.csv?actor=robot');
  t.is([...text.matchAll(/Robot,/g)].length, 2);
});

test('the CSV file has what the filters find, with values and without live formulas', async t => {
  const { client, owner } = await begun();
  await owner.post(`/clients/${client.id}/set`, { name: '=HYPERLINK("x")', notes: 'private' });
  const page = await owner.get(`/settings/audit?type=client&record=${client.id}`);
  const { status, headers, text } = await owner.follow(page, 'Download as CSV');
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/csv; charset=utf-8');
  t.is(headers.get('content-disposition'), 'attachment; filename="audit-log.csv"');
  const lines = text.split('\r\n');
  t.regex(
    lines[0]!,
    /^\uFEFF?Time,Person or API key,Key prefix,Channel,Change,Record type,Record,Record ID,Values$/,
  );
  t.is(lines.length, 4);
  t.regex(lines[1]!, /changed a client,client,"'=HYPERLINK\(""x""\)"/);
  t.regex(lines[1]!, /Name: Ada → =HYPERLINK/);
  t.notRegex(text, /private/);
  t.regex(lines[2]!, /Robot,crk_[\w-]{6},"assistant, via API",added a client/);
});

test('the CSV file contains every entry of a long log once, and signed-out people get no file', async t => {
  const { studio, client, owner } = await begun();
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
     select $1, 'app', 'Bulk ' || n, 'client.changed', 'client', $2 from generate_series(1, 1203) n`,
    studio.id,
    client.id,
  );
  const { text } = await owner.get('/settings/audit.csv?actor=bulk');
  const actors = [...text.matchAll(/,Bulk (\d+),/g)].map(([, n]) => Number(n));
  t.deepEqual(
    actors,
    Array.from({ length: 1203 }, (_, n) => 1203 - n),
  );
  const stranger = await p.owner((await w.workspace()).id);
  t.notRegex((await stranger.get('/settings/audit.csv')).text, /Bulk/);
  const signedOut = await fetch(`${w.baseUrl}/settings/audit.csv`, { redirect: 'manual' });
  t.is(signedOut.status, 303);
  t.is((await owner.get('/settings/audit.csv?from=never')).status, 422);
});
