import { createHash } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { awaitFile } from '../../src/documents/awaitFile.ts';
import { work } from '../../src/jobs/work.ts';
import { eventually } from '../support/eventually.ts';
import { workerConfig } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { pdfText } from '../support/pdfText.ts';
import { queuedJobs } from '../support/queue.ts';
import type { PersonBrowser } from '../support/session.ts';
import { changeOrderLink, invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';
import { world } from '../support/world.ts';

// The files of documents, from the action that issues them to the download, with a worker that makes them.

const w = world(test);
const { sql, call } = w;

async function invoiced(fields: object = {}) {
  const studio = await w.workspace();
  const project = await studio.project({ name: 'New site' });
  const { id } = await studio.invoice(project.id, { amountCents: 840_050, ...fields });
  return { studio, id, owner: await w.owner(studio.id) };
}

const startWorker = async (t: ExecutionContext) => {
  const { stop } = await work(workerConfig(), w.serviceUrl);
  t.teardown(stop);
};

interface File {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Downloads a file, as a member or as a client. */
async function download(path: string, person?: PersonBrowser, init: RequestInit = {}): Promise<File> {
  const cookie: Record<string, string> = person ? { Cookie: `corkboard=${person.person.token}` } : {};
  const headers = { ...cookie, ...(init.headers as Record<string, string>) };
  const response = await fetch(w.baseUrl + path, { redirect: 'manual', ...init, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const stored = (id: string) =>
  sql(
    `select version, format, media_type, bytes, sha256, made_at, failure from corkboard.issued_documents
      where record_id = $1 order by version, format`,
    id,
  );

test.serial('a killed worker’s document is made by the next one', async t => {
  const { studio, id } = await invoiced();
  await call('send_invoice', studio.id, id);
  // The worker renders the document and can't store it.
  const connection = await w.db.connect();
  t.teardown(() => connection.release(true));
  await connection.query('begin');
  await connection.query('select 1 from corkboard.issued_documents where record_id = $1 for update', [id]);
  const killed = launch(t, 'worker', { DATABASE_URL: w.serviceUrl });
  const storing = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%store_document%' and datname = current_database()`;
  await eventually(async () => (await sql(storing)).length > 0);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // Its connection would go on without it.
  await sql(storing.replace('select 1', 'select pg_terminate_backend(pid)'));
  await eventually(async () => (await sql(storing)).length === 0);
  await connection.query('rollback');
  t.like((await stored(id))[0], { made_at: null });
  await sql(`update corkboard.worker_pools set seen_at = seen_at - interval '31 seconds'`);
  await sql(`update ${queuedJobs} set locked_at = locked_at - interval '31 seconds'`);

  await startWorker(t);
  await eventually(async () => (await stored(id))[0].made_at !== null);
});

test.serial('member and client get the same bytes, which no change of settings alters', async t => {
  await startWorker(t);
  const { studio, id, owner } = await invoiced();
  await call('send_invoice', studio.id, id);
  const file = await download(`/invoices/${id}.pdf`, owner);
  t.is(file.status, 200);
  const header = (name: string) => file.headers.get(name);
  t.is(header('content-type'), 'application/pdf');
  t.is(header('content-disposition'), 'attachment; filename="INV-0001.pdf"');
  t.is(header('x-content-type-options'), 'nosniff');
  t.is(header('cache-control'), 'private, no-cache');
  const etag = `"${createHash('sha256').update(file.bytes).digest('hex')}"`;
  t.is(header('etag'), etag);
  const [text] = pdfText(file.bytes);
  t.true(text!.includes('$8,400.50'));

  const link = await invoiceLink(w, id);
  await call('change_workspace', studio.id, JSON.stringify({ name: 'Moved', letterhead: 'Moved Ltd' }));
  await call('pay_invoice', studio.id, id);
  t.deepEqual((await download(`${link}.pdf`)).bytes, file.bytes);
  t.deepEqual((await download(`/invoices/${id}.pdf`, owner)).bytes, file.bytes);
  const known = await download(`${link}.pdf`, undefined, { headers: { 'If-None-Match': etag } });
  t.deepEqual([known.status, known.bytes.length], [304, 0]);
  const head = await download(`${link}.pdf`, undefined, { method: 'HEAD' });
  t.deepEqual([head.status, head.headers.get('content-length')], [200, `${file.bytes.length}`]);
  await t.throwsAsync(sql(`update corkboard.issued_documents set bytes = 'x' where record_id = $1`, id), {
    message: 'An issued document never changes.',
  });

  await call('suspend_workspace', studio.id);
  t.is((await download(`/invoices/${id}.pdf`, owner)).status, 200);
  t.is((await download(`${link}.pdf`)).status, 403);

  t.is((await download(`/invoices/${id}.pdf`)).status, 303);
  t.is((await download(`/invoices/${id}.pdf`, await w.owner((await w.workspace()).id))).status, 404);
  t.is((await download('/invoice/nonesuch.pdf')).status, 404);
});

test.serial('a statement is made for its period, for the client and for members', async t => {
  await startWorker(t);
  const { studio, id, owner } = await invoiced();
  await call('send_invoice', studio.id, id);
  const [{ client }] = await sql(
    'select p.client_id as client from corkboard.invoices i join corkboard.projects p on p.id = i.project_id where i.id = $1',
    id,
  );
  await call('open_portal', studio.id, client);
  const { statement } = await portalLinks(w, client);
  const textOf = async (path: string, person?: PersonBrowser) => {
    const { status, headers, bytes } = await download(path, person);
    return [status, headers.get('content-disposition'), pdfText(bytes).join('\n')] as const;
  };
  const [status, , text] = await textOf(`${statement}.pdf`);
  t.is(status, 200);
  t.regex(text, /Statement of account[\s\S]*Invoice INV-0001[\s\S]*Closing balance\s+\$8,400\.50/);
  const past = '.pdf?from=2020-01-01&until=2020-12-31';
  const [, name, empty] = await textOf(`/clients/${client}/statement${past}`, owner);
  t.is(name, 'attachment; filename="Statement 2020-01-01 to 2020-12-31.pdf"');
  t.regex(empty, /January 1, 2020[\s\S]*Nothing was invoiced or paid/);
  for (const path of [statement, `/clients/${client}/statement`])
    t.is((await download(`${path}.pdf?from=2020-02-30`, owner)).status, 400);
});

test.serial('the file counts as a view as its page does', async t => {
  await startWorker(t);
  const { studio, id, owner } = await invoiced();
  await call('send_invoice', studio.id, id);
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

test.serial('a document that can’t be made says why, and waits for its job’s next try', async t => {
  const { studio, id } = await invoiced();
  await call('send_invoice', studio.id, id);
  await sql(`update corkboard.invoices set party_snapshot = '{"from": {}, "to": {}}' where id = $1`, id);
  await startWorker(t);
  const [file] = await eventually(
    () => stored(id),
    ([{ failure }]) => failure !== null,
  );
  t.regex(file.failure, /undefined/);
  t.is(file.made_at, null);
  t.is(
    (await sql(`delete from ${queuedJobs} where payload ->> 'workspaceId' = $1 returning 1`, studio.id))
      .length,
    1,
  );
});

test.serial('a late fee makes a second version, and the first one stays', async t => {
  await startWorker(t);
  const { studio, id, owner } = await invoiced();
  await call('send_invoice', studio.id, id);
  // The first version may be made only afterwards.
  await call('set_late_fee', studio.id, id, 4_000);
  const { bytes } = await download(`/invoices/${id}.pdf`, owner);
  t.true(pdfText(bytes).join().includes('$40.00'));
  const [first, second] = await eventually(
    () => stored(id),
    files => files.every(file => file.made_at !== null),
  );
  t.false(pdfText(first.bytes).join().includes('$40.00'));
  t.deepEqual(second.bytes, bytes);
});

test.serial('a draft has a preview that says so on its page, and no other file', async t => {
  await startWorker(t);
  const { id, owner } = await invoiced();
  const preview = await download(`/invoices/${id}.pdf`, owner);
  t.is(preview.headers.get('content-disposition'), 'attachment; filename="INV-0001-draft.pdf"');
  t.is(preview.headers.get('cache-control'), 'no-store');
  t.true(pdfText(preview.bytes)[0]!.toLowerCase().includes('draft'));
  await download(`/invoices/${id}.pdf`, owner);
  t.is((await sql('select 1 from corkboard.document_previews where record_id = $1', id)).length, 1);
  t.deepEqual(await stored(id), []);
  t.is((await download(`/invoices/${id}.xml`, owner)).status, 404);
  t.is((await download(`${await invoiceLink(w, id)}.pdf`)).status, 404);
});

test.serial(
  'an invoice that was sent before files were stored gets its file when it is asked for',
  async t => {
    await startWorker(t);
    const { studio, id, owner } = await invoiced();
    await call('send_invoice', studio.id, id);
    await sql('delete from corkboard.issued_documents where record_id = $1', id);
    t.is((await download(`/invoices/${id}.pdf`, owner)).status, 200);
  },
);

test.serial('scope and contract have a preview until they are agreed, and one file afterwards', async t => {
  await startWorker(t);
  const { studio, owner } = await invoiced();
  const { id } = await studio.project({ name: 'Zoë’s site' });
  t.is((await download(`/projects/${id}/scope.pdf`, owner)).status, 404);
  await studio.scope(id, { deliverables: ['Home page'], timeline: 'Six weeks' });
  const links = await shareLinks(w, id);
  const textOf = async (path: string) => pdfText((await download(path, owner)).bytes).join('\n');
  for (const kind of ['scope', 'contract'] as const)
    t.regex(await textOf(`/projects/${id}/${kind}.pdf`), /^Draft$/m);
  await call('approve_scope', studio.id, id, 'Ada Marsh');
  await call('sign_contract', studio.id, id, 'Ada Marsh');
  for (const kind of ['scope', 'contract'] as const) {
    const file = await download(`/projects/${id}/${kind}.pdf`, owner);
    const text = pdfText(file.bytes).join('\n');
    for (const part of ['Home page', 'Six weeks', 'Ada Marsh'])
      t.true(text.includes(part), `${kind}: ${part}`);
    t.notRegex(text, /^Draft$/m);
    t.deepEqual((await download(`${links[kind]}.pdf`)).bytes, file.bytes);
    t.regex(
      file.headers.get('content-disposition')!,
      /Zo__s site.pdf"; filename\*=UTF-8''.*Zo%C3%AB%E2%80%99s%20site\.pdf$/,
    );
  }
  const [{ sha256 }] = await sql(
    `select encode(document_sha256, 'hex') as sha256 from corkboard.agreements where project_id = $1`,
    id,
  );
  t.true((await textOf(`/projects/${id}/contract.pdf`)).includes(sha256));
});

test.serial('a change order has a preview until it is approved, and one file afterwards', async t => {
  await startWorker(t);
  const { studio, owner } = await invoiced();
  const { id } = await studio.project({ name: 'New site' });
  await studio.scope(id);
  await call('approve_scope', studio.id, id, 'Ada Marsh');
  const [order] = await call('propose_change_order', studio.id, id, 'A shop', 'With ten breads.', 45_000, 1);
  const path = `/projects/${id}/change-orders/${order.id}.pdf`;
  t.regex(pdfText((await download(path, owner)).bytes).join('\n'), /^Draft$/m);
  await call('send_change_order', studio.id, order.id);
  await call('accept_change_order', studio.id, order.id, 'Ada Marsh');
  const { bytes } = await download(path, owner);
  const text = pdfText(bytes).join('\n');
  for (const part of ['A shop', 'With ten breads.', '$450.00', 'Ada Marsh'])
    t.true(text.includes(part), part);
  t.notRegex(text, /^Draft$/m);
  t.deepEqual((await download(`${await changeOrderLink(w, order.id)}.pdf`)).bytes, bytes);
  await call('sign_contract', studio.id, id, 'Ada Marsh');
  const contract = pdfText((await download(`/projects/${id}/contract.pdf`, owner)).bytes).join('\n');
  t.regex(contract, /Approved change orders\s+A shop\s+\$450\.00; 1 more revision round\s+With ten breads\./);
});

test.serial('a file that no worker makes in time is said to be late', async t => {
  const { studio, id } = await invoiced();
  await call('send_invoice', studio.id, id);
  const queries = () => ({
    maybeOne: async () => ({ isMade: false, mediaType: null, bytes: null, sha256: null }),
  });
  const wanted = { kind: 'invoice', recordId: id, fingerprint: null } as const;
  const given = { queries, writes: queries } as never;
  t.is(await awaitFile(studio.id, wanted, 'pdf', given, 0), 'late');
});
