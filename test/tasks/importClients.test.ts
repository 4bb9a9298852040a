import test from 'ava';
import { clientFieldNames } from '../../src/records/clientFields.ts';
import { snakeCase } from '../../src/records/columns.ts';
import importClients from '../../tasks/import_clients.ts';
import { formOf, lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { recordsIn } from '../support/csv.ts';
import type { PersonBrowser } from '../support/session.ts';

const w = consoleWorld(test);
const { sql } = w;
const page = '/clients/import';

/** Runs the job of an import as a worker does. `checkpoint`: what happens before each of its calls. */
async function run(workspaceId: string, importId: string, checkpoint = () => {}) {
  const helpers = { query: (text: string, values?: unknown[]) => w.service.query(text, values) };
  await importClients({ workspaceId, recordId: importId }, helpers as any, { checkpoint } as any);
}

/** Sends a file as browsers do. */
async function send(person: PersonBrowser, file: Buffer | string, name = 'clients.csv') {
  const form = new FormData();
  form.append('once', 'x');
  form.append('file', new Blob([file as BlobPart]), name);
  return person.send(`${page}/file`, form);
}

/** Sends a file and returns the id of its import. */
async function upload(person: PersonBrowser, file: Buffer | string): Promise<string> {
  const { location } = await send(person, file);
  return location!.split(/[/?]/)[3]!;
}

const importOf = async (id: string) =>
  (await sql('select * from corkboard.client_imports where id = $1', id))[0];
const rowsOf = (id: string) =>
  sql('select * from corkboard.client_import_rows where import_id = $1 order by line', id);
const clientsOf = (workspaceId: string) =>
  sql(
    'select * from corkboard.clients where workspace_id = $1 and trashed_at is null order by created_at, id',
    workspaceId,
  );
const namesOf = async (workspaceId: string) => (await clientsOf(workspaceId)).map(({ name }) => name);

/** A workspace with its owner, and a file of which the lines were checked. */
async function checked(file: string, plan = 'pro') {
  const studio = await w.workspace({ plan });
  const owner = await w.owner(studio.id);
  const id = await upload(owner, file);
  await owner.press(await owner.get(`${page}/${id}`), 'Check lines');
  await run(studio.id, id);
  return { studio, owner, id };
}

const start = (workspaceId: string, id: string, withDuplicates = false) =>
  w.call('start_import', workspaceId, id, null, true, withDuplicates, 0, 0, []);

test('a member corrects how a file is read, sees its faulty lines and duplicates, and imports the others at once', async t => {
  const studio = await w.workspace();
  const { id: zoe } = await studio.client({ name: 'Zoë' });
  const { id: former } = await studio.client({ name: 'Äpfel AG' });
  await w.call('trash_client', studio.id, former);
  const member = await w.member(studio.id, 'ana@studio.example');
  const text = `Firma;E-Mail;Bemerkung\n
Äpfel AG;info@aepfel.example;"Erste
Zeile"\n;;\nZOE;;\nBirnen;birnen;=1+1\nCo;INFO@aepfel.example;\n"""Dä"" GmbH";d@d.example;\n`;
  const sent = await send(member, Buffer.from(text, 'latin1'), 'Kunden.csv');
  const address = sent.location!.split('?')[0]!;
  const id = address.split('/').at(-1)!;
  t.is(sent.location, `${address}?done=import.upload`);
  const uploaded = await member.get(address);
  shows(t, uploaded, 'Kunden.csv', 'Firma', 'Äpfel AG', 'info@aepfel.example');

  // In another encoding, with what was chosen kept.
  const garbled = await member.press(uploaded, 'Read again', { encoding: 'utf-16le' });
  t.is(garbled.location, `${address}?done=import.read`);
  lacks(t, await member.get(address), 'Äpfel AG');
  await member.press(await member.get(address), 'Read again', {
    encoding: 'windows-1252',
    separator: 'semicolon',
  });
  const none = await member.press(await member.get(address), 'Check lines', { column0: 'leave-out' });
  t.is(none.status, 422);
  shows(t, none, 'Choose the column that has the names of the clients.');
  const twice = await member.press(await member.get(address), 'Check lines', { column2: 'email' });
  shows(t, twice, 'Column 3 is Email already, as column 2 is: choose one of them.');

  await member.press(await member.get(address), 'Check lines', { column0: 'name' });
  shows(t, await member.get(address), 'Checking the lines: 0 so far. Check again');
  t.is((await member.post(`${address}/check`, { column0: 'name' })).status, 409);
  await run(studio.id, id);
  const seen = await member.get(address);
  shows(
    t,
    seen,
    'Lines 5 Faulty 1 Likely duplicates 2',
    '2 clients will be imported.',
    'Leave out the 1 faulty line',
    'then 4 clients',
  );
  shows(
    t,
    seen,
    '6 ZOE Zoë',
    '8 Co INFO@aepfel.example Line 3',
    'Import clients',
    '7 Email must be an email address. Email: birnen',
  );
  const faulty = await member.get(`${address}/faulty.csv`);
  t.deepEqual(recordsIn(faulty.text), [
    {
      Line: '7',
      'What is wrong': 'Email must be an email address.',
      Firma: 'Birnen',
      'E-Mail': 'birnen',
      Bemerkung: "'=1+1",
    },
  ]);
  const stranger = await w.owner((await w.workspace()).id);
  for (const path of ['', '/faulty.csv']) t.is((await stranger.get(address + path)).status, 404);

  const refused = await member.press(seen, 'Import clients', { wanted: '8' });
  t.is(refused.status, 422);
  shows(t, refused, 'Leave out the faulty lines is not ticked. Tick it, or correct');
  t.deepEqual(wantedOn(refused), ['8']);
  const begun = await member.press(seen, 'Import clients', { withoutFaulty: 'on' });
  t.is(begun.location, `${address}?done=import.start`);
  const again = await member.press(seen, 'Import clients', { withoutFaulty: 'on', withDuplicates: 'on' });
  t.is(again.status, 409);
  shows(t, await member.get(address), 'Importing. Check again');
  await run(studio.id, id);
  await run(studio.id, id);
  shows(t, await member.get(address), '2 clients imported. Show the clients');
  const [first, ...made] = await clientsOf(studio.id);
  t.is(first.id, zoe);
  t.like(made, [
    { name: 'Äpfel AG', email: 'info@aepfel.example', notes: 'Erste\nZeile', created_via: 'app' },
    { name: '"Dä" GmbH', email: 'd@d.example' },
  ]);
  shows(t, await member.get('/search?search=apfel'), 'Äpfel AG');
  t.like(await importOf(id), { file: null, preview: [] });
  t.deepEqual(await rowsOf(id), []);
  const log = await sql(
    `select action, actor, changes from corkboard.audit_log where workspace_id = $1 and action like 'clients.%'`,
    studio.id,
  );
  t.deepEqual(log, [
    { action: 'clients.imported', actor: 'ana@studio.example', changes: { clients: ['', 2] } },
  ]);
  // Each client has its own history.
  const added = await member.get(`/clients/${made[0].id}`);
  shows(t, added, 'Added by ana@studio.example,');
  shows(t, await member.get(`/settings/audit?record=${made[0].id}`), 'ana@studio.example', 'added a client');
  shows(t, await member.get('/settings/audit'), 'imported clients Clients: 2');
  const counts = await sql('select corkboard.client_count($1)::integer as clients', studio.id);
  t.is(counts[0].clients, 3);
});

/** The lines of the likely duplicates that are ticked. */
const wantedOn = (seen: { text: string }) =>
  formOf(seen.text, 'Import clients').fields.flatMap(([name, value]) => (name === 'wanted' ? [value] : []));

test('a member chooses among the likely duplicates, a page of them at a time', async t => {
  const known = Array.from({ length: 30 }, (_, n) => `Known ${n}`);
  const { studio, owner, id } = await checked(`Name\n${['New', ...known, ...known].join('\n')}\n`);
  const address = `${page}/${id}`;
  const first = await owner.get(address);
  shows(t, first, 'Likely duplicates 30', '31 clients will be imported.', '33 Known 0 Line 3');
  lacks(t, first, 'Save and show the first lines');
  const next = await owner.press(first, 'Save and show the next lines', { wanted: '34' });
  t.is(next.location, `${address}?after=57&done=import.choose`);
  const second = await owner.get(next.location!);
  shows(t, second, '(1 ticked on other pages)', '58 Known 25 Line 28', '62 Known 29');
  lacks(t, second, 'Save and show the next lines');
  const back = await owner.press(second, 'Save and show the first lines', { wanted: '60' });
  t.is(back.location, `${address}?done=import.choose`);
  const again = await owner.get(address);
  t.deepEqual(wantedOn(again), ['34']);
  // What is no longer ticked isn't wanted, and lines of other pages can't be chosen.
  const other = { ...Object.fromEntries(formOf(again.text, 'Import clients').fields), wanted: '61' };
  await owner.post(`${address}/choose`, other);
  t.deepEqual(
    (await rowsOf(id)).filter(({ is_wanted }) => is_wanted).map(({ line }) => line),
    [60],
  );
  const begun = await owner.press(again, 'Import clients', { wanted: '35' });
  t.is(begun.location, `${address}?done=import.start`);
  t.is((await owner.press(again, 'Save and show the next lines')).status, 409);
  await run(studio.id, id);
  const names = await namesOf(studio.id);
  t.deepEqual(names.toSorted(), ['New', ...known, 'Known 2', 'Known 27'].toSorted());
  const added = await sql(
    `select record_id as id from corkboard.audit_log where workspace_id = $1 and action = 'client.created'`,
    studio.id,
  );
  t.is(new Set(added.map(({ id }) => id)).size, names.length);
});

test('faulty lines are downloaded as they stand in the file, and can be imported once they are corrected', async t => {
  const { owner, id } = await checked(
    'Kundenliste\nFirma;Telefon;E-Mail\nBirnen;+49 1;birnen\nÄpfel;;info@aepfel.example\n',
  );
  const review = await owner.get(`${page}/${id}`);
  shows(t, review, 'Left out at the beginning: “Kundenliste”.', 'Faulty 1');
  const faulty = await owner.get(`${page}/${id}/faulty.csv`);
  t.deepEqual(recordsIn(faulty.text), [
    {
      ...{ Line: '3', 'What is wrong': 'Email must be an email address.' },
      ...{ Firma: 'Birnen', Telefon: "'+49 1", 'E-Mail': 'birnen' },
    },
  ]);
  const again = await upload(owner, faulty.text.replace('birnen', 'b@birnen.example'));
  await owner.press(await owner.get(`${page}/${again}`), 'Check lines');
  await run((await importOf(again)).workspace_id, again);
  t.like(await rowsOf(again), [{ client: { name: 'Birnen', email: 'b@birnen.example' }, problems: null }]);
  // Without headings, the file names the chosen fields.
  const bare = await checked('a@b.example,Ada,x\nnope,Bo,y\nc@d.example,Cy,z\n');
  t.deepEqual(recordsIn((await bare.owner.get(`${page}/${bare.id}/faulty.csv`)).text), [
    {
      ...{ Line: '2', 'What is wrong': 'Email must be an email address.' },
      ...{ Email: 'nope', Name: 'Bo', 'Column 3': 'y' },
    },
  ]);
});

test('a person sees words whose letters depend on the encoding, and chooses another one', async t => {
  const owner = await w.owner((await w.workspace()).id);
  const id = await upload(owner, Buffer.from('Name,City\nM\xfcller,K\xf6ln\n', 'latin1'));
  const seen = await owner.get(`${page}/${id}`);
  shows(t, seen, 'Corkboard reads it as Windows-1252', 'Müller M�ller M¸ller', 'Köln K�ln Kˆln');
  await owner.press(seen, 'Read again', { encoding: 'macintosh', skipped: '1' });
  const again = await owner.get(`${page}/${id}`);
  shows(t, again, 'Corkboard reads it as Mac OS Roman', 'M¸ller', 'Left out at the beginning: “Name City”.');
});

test('a file that is none is refused beside its field', async t => {
  const owner = await w.owner((await w.workspace()).id);
  for (const [file, says] of [
    ['', 'File is required.'],
    ['PK\x03\x04', 'File is an Excel workbook. Save it as CSV, then choose that file.'],
  ] as const) {
    const refused = await send(owner, file);
    t.is(refused.status, 422);
    shows(t, refused, says);
    t.regex(refused.text, new RegExp(`id="file-file-error">${says}<`));
  }
});

test('our own file of clients comes back as it was', async t => {
  const from = await w.workspace();
  const values = {
    ...{
      name: 'Ada',
      company: '=Harbour',
      contact_name: 'Bo Lund',
      notes: 'One, "two"\n\n- three',
      address: '@ the quay\nPortland',
    },
    ...{
      legal_name: '+Harbour Ltd',
      billing_email: 'pay@harbour.example',
      address_lines: '1 Ferry Road\nDock 4',
    },
    ...{ postal_code: '01234', city: 'Wien', region: 'W', country: 'AT', vat_number: 'ATU13585627' },
    ...{ buyer_reference: '-7', language: 'de', payment_term_days: 0, zero_tax_reason: 'reverse_charge' },
    ...{ e_invoice_format: 'peppol', e_invoice_network_id: '0088:4012345000009', e_invoice_country: 'DE' },
    ...{ email: 'ada@harbour.example', phone: '+49 (30) 123-45' },
    contacts: [
      { name: 'Ada', email: 'books@harbour.example', phone: '+49 40', role: 'billing' },
      { name: 'Bo', role: 'other' },
    ],
  };
  const columns = (await w.sql('select c.name from corkboard.client_columns() c')).map(({ name }) => name);
  t.deepEqual(columns.sort(), clientFieldNames.map(snakeCase).sort());
  t.deepEqual(columns, Object.keys(values).sort());
  const { id: source } = await from.client();
  await w.call('change_client', from.id, source, JSON.stringify(values));
  const file = await (await w.owner(from.id)).get('/settings/export/clients.csv');
  const { studio, id } = await checked(file.text);
  await start(studio.id, id);
  await run(studio.id, id);
  t.like(await clientsOf(studio.id), [values]);
});

test('a job whose worker died begins anew, and the former one stores nothing more', async t => {
  const lines = Array.from({ length: 260 }, (_, n) => `Client ${n}`).join('\n');
  const { studio, owner, id } = await checked(`Name\n${lines}\n`);
  await owner.press(await owner.get(`${page}/${id}`), 'Check lines');
  const begin = async () => (await w.call('begin_import', studio.id, id))[0].attempt;
  const store = async (attempt: number) =>
    (
      await w.call(
        'store_import_rows',
        studio.id,
        id,
        attempt,
        JSON.stringify([{ line: 9, client: { name: 'Late' } }]),
      )
    )[0].store_import_rows;
  const first = await begin();
  t.true(await store(first));
  let late: Promise<boolean> | undefined;
  await run(studio.id, id, () => {
    late ??= store(first);
  });
  t.false(await late);
  t.like(await importOf(id), { state: 'checked', lines: 260, attempts: 2, duplicates: 0 });
  t.is((await rowsOf(id)).length, 260);

  await start(studio.id, id);
  const second = await begin();
  await begin();
  t.false((await w.call('import_clients', studio.id, id, second))[0].import_clients);
  await w.call('fail_import', studio.id, id, second, 'Late');
  t.deepEqual(await namesOf(studio.id), []);
  await run(studio.id, id);
  t.is((await namesOf(studio.id)).length, 260);
  // A job that runs again once it is done does nothing.
  await run(studio.id, id);
  t.is((await namesOf(studio.id)).length, 260);

  const dying = await checked('Name\nAda\n');
  await start(dying.studio.id, dying.id);
  const fails = () => {
    throw new Error('no');
  };
  for (let attempts = 1; attempts <= 5; attempts++)
    await t.throwsAsync(run(dying.studio.id, dying.id, fails), { message: 'no' });
  t.like(await importOf(dying.id), { failure: 'It could not be done. The log of the worker says why.' });
  const killed = await checked('Name\nAda\n');
  await start(killed.studio.id, killed.id);
  for (let attempts = 1; attempts <= 5; attempts++) await w.call('begin_import', killed.studio.id, killed.id);
  await run(killed.studio.id, killed.id);
  t.like(await importOf(killed.id), { failure: 'The import failed after five attempts.' });
});

test('of two imports at once, and of two presses, one begins', async t => {
  const { studio, id } = await checked('Name\nAda\nAda\n');
  const member = await w.member(studio.id, 'ana@studio.example');
  const other = await upload(member, 'Name\nBo\n');
  const columns = JSON.stringify(['name']);
  const begun = await Promise.allSettled([
    ...[start(studio.id, id, true), start(studio.id, id, true)],
    w.call('check_import', studio.id, other, columns),
  ]);
  t.is(begun.filter(({ status }) => status === 'fulfilled').length, 1);
  // What the person's page did not show isn't imported.
  await run(studio.id, id);
  if ((await importOf(other)).state === 'uploaded') await w.call('check_import', studio.id, other, columns);
  await run(studio.id, other);
  await t.throwsAsync(w.call('start_import', studio.id, other, 1, true, false, 0, 0, []), {
    message: /read again/,
  });
});

test('an import fails as a whole when a client was added meanwhile, or when the plan allows no more', async t => {
  const { studio, id, owner } = await checked('Name\nAda\nBo\n');
  await start(studio.id, id);
  await studio.client({ name: 'BO' });
  await run(studio.id, id);
  t.deepEqual(await namesOf(studio.id), ['BO']);
  shows(
    t,
    await owner.get(`${page}/${id}`),
    'Clients were added or changed meanwhile',
    'Nothing was imported. Choose the file',
  );
  t.deepEqual([await rowsOf(id), (await importOf(id)).file], [[], null]);
  // As many duplicates as the member saw, but other lines.
  const swapped = await checked('Name\nAda\nBo\n');
  await swapped.studio.client({ name: 'Ada' });
  await swapped.owner.press(await swapped.owner.get(`${page}/${swapped.id}`), 'Check lines');
  await run(swapped.studio.id, swapped.id);
  t.is((await importOf(swapped.id)).duplicates, 1);
  await start(swapped.studio.id, swapped.id);
  await sql(`update corkboard.clients set name = 'Bo' where workspace_id = $1`, swapped.studio.id);
  await run(swapped.studio.id, swapped.id);
  t.deepEqual(await namesOf(swapped.studio.id), ['Bo']);
  // A file of nothing but duplicates.
  const known = await upload(swapped.owner, 'Name\nBo\n');
  await swapped.owner.press(await swapped.owner.get(`${page}/${known}`), 'Check lines');
  await run(swapped.studio.id, known);
  const onlyKnown = await swapped.owner.get(`${page}/${known}`);
  shows(t, onlyKnown, 'All of them are likely duplicates.', 'then 1 client', 'Import clients');
  const nothing = await swapped.owner.press(onlyKnown, 'Import clients');
  shows(t, nothing, 'None of these lines would be imported.');

  const free = await checked('Name\nAda\nBo\n', 'free');
  await free.studio.client({ name: 'Cy' });
  await start(free.studio.id, free.id);
  await free.studio.client({ name: 'Di' });
  await run(free.studio.id, free.id);
  t.deepEqual(await namesOf(free.studio.id), ['Cy', 'Di']);
  const cap =
    'The free plan allows 3 clients, and this workspace has 2: 2 more are too many. Change the plan.';
  t.is((await importOf(free.id)).failure, `${cap} Nothing was imported.`);
  const next = await checked('Name\nA\nB\nC\nD\n', 'free');
  const refused = await next.owner.press(await next.owner.get(`${page}/${next.id}`), 'Import 4 clients');
  t.is(refused.status, 422);
  shows(
    t,
    refused,
    'allows 3 clients, and this workspace has 0: 4 more are too many',
    'See plan and billing',
  );
});

test('a file of nothing but faulty lines, or whose lines can’t be read, says what to do', async t => {
  const contact = await checked('Name,Contacts\nAda,Tom <nope>\n');
  shows(
    t,
    await contact.owner.get(`${page}/${contact.id}`),
    'Contact 1, Email must be an email address. Contacts: Tom <nope>',
  );
  const faulty = await checked('Name,Email\nAda,nope\n');
  shows(
    t,
    await faulty.owner.get(`${page}/${faulty.id}`),
    'No line can be imported as it is.',
    'Correct them in the file and choose it again. Line',
    'Choose another file',
  );
  const { id, owner } = await checked('Name\nAda\n"Bo\n');
  const says =
    'The file can’t be read: line 3 has a quotation mark that is never closed. Correct it, then choose the file again.';
  t.like(await importOf(id), { state: 'failed', failure: says });
  shows(t, await owner.get(`${page}/${id}`), `${says} Choose a file`);
});

test('an import ends when its workspace is suspended, and when a client is erased', async t => {
  const { studio, id } = await checked('Name\nAda\n');
  await start(studio.id, id);
  await sql('select corkboard.suspend_workspace($1)', studio.id);
  await run(studio.id, id);
  t.like(await importOf(id), { state: 'failed', failure: 'The workspace was suspended.' });
  t.deepEqual(await namesOf(studio.id), []);

  const erased = await checked('Name\nGone\n');
  const { id: gone } = await erased.studio.client({ name: 'Other' });
  await start(erased.studio.id, erased.id);
  await sql(
    'with e as (select corkboard.enter_workspace($1)) select corkboard.erase_client($1, $2) from e',
    ...[erased.studio.id, gone],
  );
  t.like(await importOf(erased.id), { state: 'failed', file: null, preview: [], file_name: 'Erased client' });
  t.deepEqual(await rowsOf(erased.id), []);
  await run(erased.studio.id, erased.id);
  t.deepEqual(await namesOf(erased.studio.id), []);
});

test('the next file of a member replaces the former, and imports are kept for a day', async t => {
  const { studio, owner, id } = await checked('Name\nAda\n');
  await start(studio.id, id);
  const replaced = await upload(owner, 'Name\nBo\n');
  const next = await upload(owner, 'Name\nCy\n');
  t.is(await importOf(replaced), undefined);
  t.is((await importOf(id)).state, 'importing');
  await run(studio.id, id);
  await sql(
    `update corkboard.client_imports set created_at = now() - interval '25 hours' where id = $1`,
    next,
  );
  await sql('select corkboard.prune()');
  t.deepEqual([await importOf(next), (await importOf(id)).state], [undefined, 'finished']);
});
