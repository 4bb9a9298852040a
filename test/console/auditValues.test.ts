import test from 'ava';
import { people } from '../support/console.ts';
import { world } from '../support/world.ts';

const w = world(test);
const p = people(test, w);
const { sql } = w;

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

/** The actions on a page of the log. */
const rowsOf = (text: string): number => [...text.matchAll(/<tr><th scope="row">/g)].length;

test('the log is filtered by person, kind of record and day, all at once', async t => {
  const { studio, client, owner } = await begun();
  await owner.post(`/clients/${client.id}/set`, { name: 'Zoë' });
  await sql(
    `insert into corkboard.audit_log (workspace_id, via, actor, action, record_type, record_id, recorded_at, id)
     values ($1, 'app', 'José Müller', 'client.changed', 'client', $2, '2026-03-01 04:30Z', corkboard.first_id_at('2026-03-01 04:30Z'))`,
    studio.id,
    client.id,
  );
  const found = async (query: string) => rowsOf((await owner.get(`/settings/audit?${query}`)).text);
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
  t.is(rowsOf(page.text), 0);
  t.regex(page.text, /No matches among the 10,000 changes since <time/);
  const [, further] = /<a href="([^"]+)" rel="next">Search older changes<\/a>/.exec(page.text)!;
  const older = await owner.get(further!.replaceAll('&amp;', '&'));
  t.is(rowsOf(older.text), 2);
  t.notRegex(older.text, /Search older/);
  const { text } = await owner.get('/settings/audit.csv?actor=robot');
  t.is([...text.matchAll(/Robot,/g)].length, 2);
});

test('the CSV file has what the filters find, with values and without live formulas', async t => {
  const { client, owner } = await begun();
  await owner.post(`/clients/${client.id}/set`, { name: '=HYPERLINK("x")', notes: 'private' });
  const page = await owner.get(`/settings/audit?type=client&record=${client.id}`);
  const [, href] = /href="([^"]*audit\.csv[^"]*)"/.exec(page.text)!;
  const { status, headers, text } = await owner.get(href!.replaceAll('&amp;', '&'));
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
