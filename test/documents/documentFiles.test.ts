import { createHash } from 'node:crypto';
import test from 'ava';
import { awaitFile } from '../../src/documents/awaitFile.ts';
import { inTurn } from '../../src/documents/issue.ts';
import renderDocument from '../../tasks/render_document.ts';
import { lacks, shows } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { hooks } from '../support/hooks.ts';
import { pdfText } from '../support/pdfText.ts';
import { queuedJobs } from '../support/queue.ts';
import type { PersonBrowser } from '../support/session.ts';
import { changeOrderLink, invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';
import { world } from '../support/world.ts';

// The files of documents, from the action that issues them to the download, with a worker that makes them.

const w = world(test);
hooks(test, w);
const { sql, call } = w;

async function invoiced() {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'New site' });
  const { id } = await studio.invoice(project.id, { amountCents: 840_050 });
  return { studio, clientId: project.clientId as string, id, owner: await w.owner(studio.id) };
}

async function sent() {
  const made = await invoiced();
  await call('send_invoice', made.studio.id, made.id);
  return made;
}

/** Downloads a file, as a member or as a client; on a busy machine once it is made. */
async function download(path: string, person?: PersonBrowser, init: RequestInit = {}) {
  const cookie: Record<string, string> = person ? { Cookie: `corkboard=${person.person.token}` } : {};
  const headers = { ...cookie, ...(init.headers as Record<string, string>) };
  const response = await eventually(
    () => fetch(w.baseUrl + path, { redirect: 'manual', ...init, headers }),
    ({ status }) => status !== 503,
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, header: (name: string) => response.headers.get(name), bytes };
}

const textOf = async (path: string, person?: PersonBrowser) =>
  pdfText((await download(path, person)).bytes).join('\n');

/** The files of a record, once all are made or failed. */
const stored = (id: string) =>
  eventually(
    () =>
      sql(
        `select version, format, standard, bytes, made_at, failure from corkboard.issued_documents
          where record_id = $1 order by version, format`,
        id,
      ),
    files => files.every(file => file.made_at !== null || file.failure !== null),
  );

test('member and client get the same bytes, which no change of settings alters', async t => {
  const { studio, id, owner } = await sent();
  const { status, header, bytes } = await download(`/invoices/${id}.pdf`, owner);
  t.is(status, 200);
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  t.deepEqual(
    ['content-type', 'content-disposition', 'x-content-type-options', 'cache-control', 'etag'].map(header),
    ['application/pdf', 'attachment; filename="INV-0001.pdf"', 'nosniff', 'private, no-cache', etag],
  );
  t.true(pdfText(bytes)[0]!.includes('$8,400.50'));

  const link = `${await invoiceLink(w, id)}.pdf`;
  await call('change_workspace', studio.id, JSON.stringify({ name: 'Moved', letterhead: 'Moved Ltd' }));
  await call('record_payment', studio.id, id);
  t.deepEqual((await download(link)).bytes, bytes);
  t.deepEqual((await download(`/invoices/${id}.pdf`, owner)).bytes, bytes);
  const known = await download(link, undefined, { headers: { 'If-None-Match': etag } });
  t.deepEqual([known.status, known.bytes.length], [304, 0]);
  const head = await download(link, undefined, { method: 'HEAD' });
  t.deepEqual([head.status, head.header('content-length')], [200, `${bytes.length}`]);
  await t.throwsAsync(sql(`update corkboard.issued_documents set bytes = 'x' where record_id = $1`, id), {
    message: 'An issued document never changes.',
  });

  await call('suspend_workspace', studio.id);
  t.is((await download(`/invoices/${id}.pdf`, owner)).status, 200);
  t.is((await download(link)).status, 403);

  t.is((await download(`/invoices/${id}.pdf`)).status, 303);
  t.is((await download(`/invoices/${id}.pdf`, await w.owner((await w.workspace()).id))).status, 404);
  t.is((await download('/invoice/nonesuch.pdf')).status, 404);
});

test('a statement is made for its period, for the client and for members', async t => {
  const { studio, clientId, owner } = await sent();
  await call('open_portal', studio.id, clientId);
  const { statement } = await portalLinks(w, clientId);
  t.regex(
    await textOf(`${statement}.pdf`),
    /Statement of account[\s\S]*Invoice INV-0001[\s\S]*Closing balance\s+\$8,400\.50/,
  );
  const path = `/clients/${clientId}/statement.pdf`;
  const past = await download(`${path}?from=2020-01-01&until=2020-12-31`, owner);
  t.is(past.header('content-disposition'), 'attachment; filename="Statement 2020-01-01 to 2020-12-31.pdf"');
  t.regex(pdfText(past.bytes).join('\n'), /January 1, 2020[\s\S]*Nothing was invoiced or paid/);
  for (const one of [`${statement}.pdf`, path])
    t.is((await download(`${one}?from=2020-02-30`, owner)).status, 400);
});

test('the file counts as a view as its page does', async t => {
  const { id, owner } = await sent();
  const link = `${await invoiceLink(w, id)}.pdf`;
  const isSeen = async () =>
    (await sql('select viewed_at is not null as seen from corkboard.invoices where id = $1', id))[0].seen;
  const asWindow = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };
  await download(link, owner, { headers: asWindow });
  await download(link, undefined, { headers: { 'User-Agent': 'Slackbot', ...asWindow } });
  t.false(await isSeen());
  await download(link, undefined, { headers: asWindow });
  t.true(await isSeen());
});

test('a document that can’t be made says why, and waits for its job’s next attempt', async t => {
  const { studio, id } = await invoiced();
  // In one transaction, so that the worker sees both.
  await w.db.query(
    `select corkboard.send_invoice('${studio.id}', '${id}');
     update corkboard.invoices set party_snapshot = '{"from": {}, "to": {}}' where id = '${id}'`,
  );
  const [file] = await stored(id);
  t.regex(file.failure, /undefined/);
  t.is(file.made_at, null);
  const ofStudio = `delete from ${queuedJobs} where payload ->> 'workspaceId' = $1 returning 1`;
  t.is((await sql(ofStudio, studio.id)).length, 1);
});

test('a draft has a preview that says so on its page, and no other file', async t => {
  const { id, owner } = await invoiced();
  const { header, bytes } = await download(`/invoices/${id}.pdf`, owner);
  t.is(header('content-disposition'), 'attachment; filename="INV-0001-draft.pdf"');
  t.is(header('cache-control'), 'no-store');
  t.true(pdfText(bytes)[0]!.toLowerCase().includes('draft'));
  await download(`/invoices/${id}.pdf`, owner);
  t.is((await sql('select 1 from corkboard.document_previews where record_id = $1', id)).length, 1);
  t.deepEqual(await stored(id), []);
  t.is((await download(`/invoices/${id}.xml`, owner)).status, 404);
  t.is((await download(`${await invoiceLink(w, id)}.pdf`)).status, 404);
});

test('a preview gives way to a later one of its document, and can be postponed and dropped', async t => {
  const { studio, id } = await invoiced();
  const ask = (kind: string, byte: number) =>
    `select corkboard.ask_for_preview('${studio.id}', '${kind}', '${id}', '\\x${`0${byte}`.repeat(32)}', ${kind === 'statement' ? `'2026-01-01', '2026-12-31'` : 'null, null'});`;
  const previews = `select kind, get_byte(fingerprint, 0) as byte from corkboard.document_previews where record_id = '${id}' order by 1, 2;`;
  const each = (name: string, more: string) =>
    `select corkboard.${name}('${studio.id}', p.id${more}) from corkboard.document_previews p where record_id = '${id}';`;
  const later = `select count(*)::integer as later from ${queuedJobs} j
    where j.payload ->> 'workspaceId' = '${studio.id}' and j.run_at > now() + interval '20 s' and j.max_attempts = 2;`;
  // In one transaction, so that the worker makes none of them.
  const asked = [ask('invoice', 1), ask('invoice', 2), ask('statement', 1), ask('statement', 2)];
  const made = `update corkboard.document_previews set bytes = 'x' where record_id = '${id}' and kind = 'invoice';`;
  const ends = each('fail_document', `, 'It failed', true`);
  const moves = [each('postpone_document', ', 30, 2'), later, made, ends];
  const results = (await w.db.query([...asked, previews, ...moves, previews].join(' '))) as unknown as {
    rows: object[];
  }[];
  const statement = 'statement';
  t.deepEqual(
    [4, 6, 9].map(at => results[at]!.rows),
    [
      [
        { kind: 'invoice', byte: 2 },
        { kind: statement, byte: 1 },
        { kind: statement, byte: 2 },
      ],
      [{ later: 3 }],
      [{ kind: 'invoice', byte: 2 }],
    ],
  );
});

test('a check before Send doesn’t wait behind other documents of its workspace', async t => {
  const { studio, id } = await invoiced();
  const kinds = ['check', 'invoice'];
  // Without jobs, so that only the tasks below make them.
  const asked = await sql(
    `insert into corkboard.document_previews (workspace_id, kind, record_id, fingerprint)
     select $1, kind, $2, decode(repeat('00', 32), 'hex') from unnest($3::text[]) kind returning id, kind`,
    studio.id,
    id,
    kinds,
  );
  const running = Promise.withResolvers<void>();
  const others = [1, 2].map(() => inTurn(studio.id, 1, () => running.promise));
  const run = async (kind: string) => {
    const hasRead = Promise.withResolvers<void>();
    const helpers = {
      query: async (text: string, values: unknown[]) => {
        const result = await w.db.query(text, values);
        // Only after what the task does next, which is to ask for its turn.
        setImmediate(hasRead.resolve);
        return result;
      },
      withPgClient: async (work: (client: unknown) => unknown) => {
        const client = await w.db.connect();
        return Promise.resolve(work(client)).finally(() => client.release());
      },
      job: { attempts: 1, max_attempts: 2 },
    };
    const payload = { workspaceId: studio.id, recordId: asked.find(one => one.kind === kind).id };
    const done = renderDocument(payload, helpers as never, { config: { workerConcurrency: 1 } } as never);
    await hasRead.promise;
    return { done };
  };
  const runs = await Promise.all(kinds.map(run));
  running.resolve();
  await Promise.all([...others, ...runs.map(({ done }) => done)]);
  t.deepEqual(
    await sql(
      'select kind, bytes is not null as "isMade" from corkboard.document_previews where record_id = $1 order by 1',
      id,
    ),
    [
      { kind: 'check', isMade: true },
      { kind: 'invoice', isMade: false },
    ],
  );
});

test('what is agreed on has previews until then, and one file each afterwards', async t => {
  const { studio, owner } = await invoiced();
  const { id } = await studio.project({ name: 'Zoë’s site' });
  const paths = { scope: `/projects/${id}/scope.pdf`, contract: `/projects/${id}/contract.pdf` };
  t.is((await download(paths.scope, owner)).status, 404);
  await studio.scope(id, { deliverables: ['Home page'], timeline: 'Six weeks' });
  const links = await shareLinks(w, id);
  for (const path of Object.values(paths)) t.regex(await textOf(path, owner), /^Draft$/m);
  await call('approve_scope', studio.id, id, 'Ada Marsh');
  const [order] = await call('propose_change_order', studio.id, id, 'A shop', 'With ten breads.', 45_000, 1);
  const orderPath = `/projects/${id}/change-orders/${order.id}.pdf`;
  t.regex(await textOf(orderPath, owner), /^Draft$/m);
  await call('send_change_order', studio.id, order.id);
  await call('accept_change_order', studio.id, order.id, 'Ada Marsh');
  await call('sign_contract', studio.id, id, 'Ada Marsh');
  const work = ['Home page', 'Six weeks'];
  for (const [path, link, ...parts] of [
    [paths.scope, links.scope, ...work],
    [paths.contract, links.contract, ...work],
    [orderPath, await changeOrderLink(w, order.id), 'A shop', 'With ten breads.', '$450.00'],
  ] as const) {
    const { bytes } = await download(path, owner);
    const text = pdfText(bytes).join('\n');
    for (const part of [...parts, 'Ada Marsh']) t.true(text.includes(part), `${path}: ${part}`);
    t.notRegex(text, /^Draft$/m);
    t.deepEqual((await download(`${link}.pdf`)).bytes, bytes);
  }
  t.regex(
    (await download(paths.contract, owner)).header('content-disposition')!,
    /Zo__s site.pdf"; filename\*=UTF-8''.*Zo%C3%AB%E2%80%99s%20site\.pdf$/,
  );
  const [{ sha256 }] = await sql(
    `select encode(document_sha256, 'hex') as sha256 from corkboard.agreements where project_id = $1`,
    id,
  );
  const contract = await textOf(paths.contract, owner);
  t.true(contract.includes(sha256));
  t.regex(contract, /Approved change orders\s+A shop\s+\$450\.00; 1 more revision round\s+With ten breads\./);
});

test('an invoice is issued with its electronic invoice, and both again with a late fee and what was paid', async t => {
  const studio = await w.workspace();
  const sender = { country: 'DE', vat_number: 'DE136695976', iban: 'DE75512108001245126199' };
  await call('change_workspace', studio.id, JSON.stringify({ default_currency: 'EUR', ...sender }));
  const client = await studio.client();
  await call('change_client', studio.id, client.id, JSON.stringify({ country: 'FR' }));
  const owner = await w.owner(studio.id);
  const problem =
    'No electronic invoice: A Factur-X must be PDF/A. It is not PDF/A: no font has some characters of its lines.';
  const issued = async (description: string) => {
    const project = await studio.project({ clientId: client.id });
    const lineItems = [{ description, unitPriceCents: 840_050 }];
    const { id } = await studio.invoice(project.id, { lineItems, dueDate: '2030-01-31' });
    const before = await eventually(
      () => owner.get(`/invoices/${id}/send`),
      ({ text }) => !text.includes('could not be checked'),
    );
    if (description === '🎉') shows(t, before, `Not as it should be, if it is sent now: ${problem}`);
    else lacks(t, before, 'Not as it should be');
    await call('send_invoice', studio.id, id);
    return id;
  };
  const [id, unprintable] = [await issued('Design \u0001\u001f\u0007'), await issued('🎉')];
  await call('change_client', studio.id, client.id, JSON.stringify({ e_invoice_format: 'peppol' }));
  shows(
    t,
    await owner.get(`/invoices/${await issued('Design')}`),
    'No electronic invoice: Your address in the e-invoice network is missing.',
  );
  // The first version may be made only afterwards.
  await call('record_payment', studio.id, id, 10_050, '2020-01-31');
  await call('set_late_fee', studio.id, id, 4_000);
  const files = await stored(id);
  t.deepEqual(
    files.map(({ version, format, standard }) => `${version} ${format} ${standard}`),
    ['1 pdf factur-x', '1 xml factur-x', '2 pdf factur-x', '2 xml factur-x'],
  );
  const [firstPdf, first, secondPdf, second] = files.map(({ bytes }) => bytes as Buffer);
  const laterSums = ['€40.00', '-€100.50', '€8,340.00'];
  t.deepEqual(
    [firstPdf!, secondPdf!].map(bytes => laterSums.filter(sum => pdfText(bytes).join().includes(sum))),
    [[], laterSums],
  );
  t.true(secondPdf!.includes('/F (factur-x.xml)'));
  const due = (xml: Buffer) => /<ram:DuePayableAmount>(.*)<\/ram:DuePayableAmount>/.exec(`${xml}`)?.[1];
  t.deepEqual([due(first!), due(second!)], ['8400.50', '8340.00']);
  t.deepEqual((await download(`/invoices/${id}.pdf`, owner)).bytes, secondPdf);
  t.deepEqual((await download(`/invoices/${id}.xml`, owner)).bytes, second);
  t.deepEqual((await download(`${await invoiceLink(w, id)}.xml`)).bytes, second);

  t.is((await download(`/invoices/${unprintable}.pdf`, owner)).status, 200);
  t.is((await download(`/invoices/${unprintable}.xml`, owner)).status, 404);
  shows(t, await owner.get(`/invoices/${unprintable}`), problem);

  // An email has the e-invoice once: a Factur-X contains it.
  const attached = async (invoice: string) =>
    (
      await sql(
        `select a.formats
           from corkboard.mail_document($1, 'invoice', $2, 'document', 'ana@bakery.example', '{}', 'Invoice', 'Hello') m
           cross join lateral corkboard.prepare_mail_attempt(m.workspace_id, m.id) a`,
        studio.id,
        invoice,
      )
    )[0].formats;
  t.deepEqual(await attached(id), ['pdf']);
  await sql(
    `insert into corkboard.issued_documents
       (workspace_id, kind, record_id, version, format, standard, media_type, bytes, sha256, made_at)
     select $1, 'invoice', $2, 2, f.format, f.standard, 'x', 'x', sha256('x'), now()
       from (values ('pdf', null), ('xml', 'peppol')) f (format, standard)`,
    studio.id,
    unprintable,
  );
  t.deepEqual(await attached(unprintable), ['pdf', 'xml']);
});

test('a file that no worker makes in time is said to be late', async t => {
  const queries = () => ({ maybeOne: async () => ({ isMade: false }) });
  const wanted = { kind: 'invoice', recordId: '0', fingerprint: null } as const;
  t.is(await awaitFile('0', wanted, 'pdf', { queries, writes: queries } as never, { limitMs: 0 }), 'late');
  const none = () => ({ maybeOne: async () => null, one: async () => ({ isWorking: true }) });
  const preview = { ...wanted, fingerprint: '00' };
  const replaced = awaitFile('0', preview, 'pdf', { queries: none, writes: none } as never);
  t.is(await replaced, 'late', 'at once, if it is a preview that another one has replaced');
});
