import { randomUUID } from 'node:crypto';
import test from 'ava';
import { channelOf } from '../../src/console/components/auditWords.ts';
import { lacks, linksOf, rowsOf, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import type { PersonBrowser } from '../support/session.ts';

const w = consoleWorld(test);
const { sql, call } = w;

/** A workspace in New York with a client and a project, which a program added. */
async function begun() {
  const studio = await w.workspace({ plan: 'studio', label: 'Robot' });
  await call('change_workspace', studio.id, { time_zone: 'America/New_York' });
  const client = await studio.client({ name: 'Ada' });
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  return { studio, client, project, owner: await w.owner(studio.id) };
}

/** Adds entries about a client that a person with this name changed. */
const addEntries = (workspaceId: string, clientId: string, actor: string, count: number) =>
  sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id)
     select $1, 'app', replace($3, '#', n::text), 'client.changed', 'client', $2 from generate_series(1, $4::int) n`,
    ...[workspaceId, clientId, actor, count],
  );

test('the audit log lists who did what, by which channel, on which record, newest first', async t => {
  const { studio, project, owner } = await begun();
  await studio.scope(project.id);
  await studio.invoice(project.id);
  await owner.post('/settings/set', { name: 'Larkspur' });
  const page = await owner.get('/settings/audit');
  const robot = `Robot (assistant, via API) ${studio.key.slice(0, 10)}…`;
  t.deepEqual(
    rowsOf(page.text).map(([, who, , record]) => [who, record!.replace(' History', '')]),
    [
      [`${owner.person.email}, in the app`, 'Larkspur'],
      [robot, 'INV-0001'],
      [robot, 'Website'],
      [robot, 'Website'],
      [robot, 'Ada'],
      ['Operator, on the command line', 'Larkspur'],
      ['Operator, on the command line', 'Robot'],
      ['Operator, on the command line', 'Larkspur'],
    ],
  );
  shows(t, page, 'changed the settings … drafted an invoice');
  const links = linksOf(page).map(([, href]) => href);
  t.true(links.includes(`/projects/${project.id}?tab=scope`));
  t.true(links.includes(`/projects/${project.id}`));
});

test('the channel of an entry is told from its actor', t => {
  for (const [via, actor, channel] of [
    ['app', 'ada@a.example', 'in the app'],
    ['app', 'operator', 'on the command line'],
    ['app', 'service', 'automatically'],
    ['app', 'client', 'through a share link'],
    ['app', 'Ada (client)', 'through a share link'],
    ['mcp', 'Claude', 'assistant, via MCP'],
  ] as const)
    t.is(channelOf({ via, actor } as Parameters<typeof channelOf>[0]), channel, actor);
});

test('the log and its file are read in either order, and the file has every entry of a long log once', async t => {
  const { studio, owner } = await begun();
  const record = randomUUID();
  await addEntries(studio.id, record, 'Bulk #', 503);
  const newestFirst = Array.from({ length: 503 }, (_, n) => `Bulk ${503 - n}`);
  for (const [sort, expected] of [
    ['', newestFirst],
    ['&sort=time', newestFirst.toReversed()],
  ] as const) {
    const first = await owner.get(`/settings/audit?record=${record}${sort}`);
    const second = await owner.follow(first, 'Next page');
    const shown = [first, second].flatMap(({ text }) => rowsOf(text).map(([, who]) => who!.split(',')[0]));
    t.deepEqual(shown, expected.slice(0, 50));
    const { text } = await owner.follow(first, 'Download as CSV');
    t.deepEqual(
      [...text.matchAll(/,(Bulk \d+),/g)].map(([, actor]) => actor),
      expected,
    );
  }
  const other = await w.owner((await w.workspace()).id);
  t.notRegex((await other.get('/settings/audit.csv')).text, /Bulk/);
  t.is((await w.stranger().get('/settings/audit.csv')).status, 303);
});

/** The changed values in the newest entry of a record: `Name: Ada > Eve`. */
async function newest(owner: PersonBrowser, record: string): Promise<string[]> {
  const { text } = await owner.get(`/settings/audit?record=${record}`);
  const [row] = /<tr><th scope="row">[\s\S]*?<\/tr>/.exec(text)!;
  const lines = [...row.matchAll(/<li>([\s\S]*?)<\/li>/g)];
  return lines.map(([, line]) => line!.replace('</del> <ins>', ' > ').replaceAll(/<[^>]*>/g, '')).toSorted();
}

test('an entry shows values as pages do: durations, rates, amounts in their currency, and no terms', async t => {
  const { studio, project, owner } = await begun();
  const work = { stage: 'delivered', hourly_rate_cents: 9500, budget_minutes: 600, notes: 'secret' };
  await call('change_project', studio.id, project.id, work);
  t.deepEqual(await newest(owner, project.id), [
    'Hourly rate: none > $95.00',
    'Notes changed',
    'Stage: active > delivered',
    'Time budget: none > 10 h',
  ]);
  await call('change_workspace', studio.id, { tax_rate_bps: 2000, terms: 'Pay now.', ai: true });
  t.deepEqual(await newest(owner, studio.id), [
    'Classification: no > yes',
    'Tax rate: 0% > 20%',
    'Terms changed',
  ]);
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id, changes)
     values ($1, 'app', 'ana@studio.example', 'clients.imported', 'workspace', $1, '{"clients": ["", 10000]}')`,
    studio.id,
  );
  t.deepEqual(await newest(owner, studio.id), ['Clients: 10,000']);
  const invoice = await studio.invoice(project.id, { currency: 'EUR' });
  await call('send_invoice', studio.id, invoice.id);
  await call('set_late_fee', studio.id, invoice.id, 1500);
  t.deepEqual(await newest(owner, invoice.id), ['Late fee: €0.00 > €15.00']);
  const estimate = await studio.invoice(project.id, { kind: 'estimate', currency: 'EUR', amountCents: 100 });
  await call(
    'edit_invoice',
    ...[
      studio.id,
      estimate.id,
      1,
      null,
      '[]',
      100,
      0,
      2000,
      false,
      20,
      '2026-12-31',
      null,
      null,
      'never-leaves',
    ],
  );
  t.deepEqual(await newest(owner, estimate.id), ['Valid until: none > December 31, 2026']);
  const member = (await w.member(studio.id)).person;
  await call('set_member_email', studio.id, member.memberId, 'new@studio.example');
  t.deepEqual(await newest(owner, member.memberId), [`Email: ${member.email} > new@studio.example`]);
});

test('the log is filtered by record, person or key, kind of record and day, also by all at once', async t => {
  const { studio, client, owner } = await begun();
  const theirs = await (await w.workspace()).client();
  const [{ secret }] = await sql(
    `select (corkboard.create_key($1, 'Robot', corkboard.key_scopes())).secret`,
    studio.id,
  );
  await studio.send({ key: secret, method: 'POST', path: '/clients', body: { name: 'Grace' } } as any);
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id, recorded_at, id)
     values ($1, 'app', 'José Müller', 'client.changed', 'client', $2, '2026-03-01 04:30Z', corkboard.first_id_at('2026-03-01 04:30Z'))`,
    studio.id,
    client.id,
  );
  const page = (query: string) => owner.get(`/settings/audit?${query}`);
  const all = rowsOf((await page('')).text).length;
  for (const [query, count] of [
    ['type=&actor=&from=&to=', all],
    [`record=${client.id}`, 2],
    ...[theirs.id, 'x', 'a%00b'].map(id => [`record=${id}`, 0] as const),
    ['actor=jose+mull', 1],
    ['actor=%25', 0],
    ['actor=robot&type=client', 2],
    ['actor=robot&type=project', 1],
    ['type=invoice', 0],
    // 4:30 in UTC is still the previous day in New York.
    ['from=2026-02-28&to=2026-02-28', 1],
    ['from=2026-03-01&to=2026-03-01', 0],
  ] as const)
    t.is(rowsOf((await page(query)).text).length, count, query);
  shows(t, await page('record=x'), 'No changes match');
  shows(t, await owner.follow(await page(`record=${client.id}`), 'Show all changes'), 'Grace');
  // Keys with the same label are told apart by their prefix.
  const byKey = await page(`actor=${secret.slice(0, 10)}`);
  shows(t, byKey, 'Grace', `${secret.slice(0, 10)}…`);
  lacks(t, byKey, 'Ada', secret.slice(0, 11));
  for (const bad of ['type=nonesuch', 'from=yesterday', 'to=2026-02-30']) {
    t.is((await page(bad)).status, 422, bad);
    t.is((await owner.get(`/settings/audit.csv?${bad}`)).status, 422, bad);
  }
});

test('a search by person covers the newest 10,000 changes, says so, and continues from there, as does the CSV file', async t => {
  const { studio, client, owner } = await begun();
  await addEntries(studio.id, client.id, 'Bulk', 10_000);
  const page = await owner.get('/settings/audit?actor=robot');
  t.deepEqual(rowsOf(page.text), []);
  shows(t, page, 'No matches among the 10,000 changes since');
  const older = await owner.follow(page, 'Search older changes');
  t.is(rowsOf(older.text).length, 2);
  lacks(t, older, 'Search older');
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
  t.regex(lines[1]!, /changed a client,client,"'=HYPERLINK\(""x""\)".*Name: Ada → =HYPERLINK/s);
  const stored = await sql('select changes::text from corkboard.audit_log where record_id = $1', client.id);
  t.notRegex(text + JSON.stringify(stored), /private/);
  t.regex(lines[2]!, /Robot,crk_[\w-]{6},"assistant, via API",added a client/);
});
