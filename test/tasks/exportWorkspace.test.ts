import { randomBytes } from 'node:crypto';
import test from 'ava';
import exportWorkspace from '../../tasks/export_workspace.ts';
import { lacks, shows } from '../support/browser.ts';
import { consoleWorld } from '../support/console.ts';
import { recordsIn } from '../support/csv.ts';
import { populated } from '../support/populated.ts';
import { queuedJobs } from '../support/queue.ts';
import { unzip } from '../support/zip.ts';

const w = consoleWorld(test);
const { sql } = w;
const page = '/settings/export';
const partBytes = 1024 * 1024;

/** Runs a job of an export as a worker does. `checkpoint`: what happens between its reads. */
async function run(workspaceId: string, exportId: string, checkpoint = () => {}) {
  const helpers = {
    query: (text: string, values?: unknown[]) => w.db.query(text, values),
    withPgClient: async (work: (client: unknown) => unknown) => {
      const client = await w.db.connect();
      try {
        return await work(client);
      } finally {
        client.release();
      }
    },
  };
  await exportWorkspace({ workspaceId, recordId: exportId }, helpers as any, { checkpoint } as any);
}

const start = async (workspaceId: string): Promise<string> =>
  (await sql('select (corkboard.start_export($1)).id', workspaceId))[0].id;
const exportOf = async (id: string) => (await sql('select * from corkboard.exports where id = $1', id))[0];
const partsOf = async (id: string) =>
  (await sql('select bytes from corkboard.export_parts where export_id = $1 order by number', id)).map(
    ({ bytes }) => bytes as Buffer,
  );

test('the owner starts an export, sees how far it is, and downloads a file with everything but secrets', async t => {
  const { studio } = await populated(w);
  const owner = await w.owner(studio.id);
  const begun = await owner.press(await owner.get(page), 'Export workspace');
  t.is(begun.location, `${page}?done=export.start`);
  const waiting = await owner.get(page);
  shows(t, waiting, 'Waiting to begin. Check again');
  t.notRegex(waiting.text, /Export workspace/);
  const [{ id }] = await sql('select id from corkboard.exports where workspace_id = $1', studio.id);
  const jobs = await sql(`select payload from ${queuedJobs} where payload ->> 'recordId' = $1`, id);
  t.deepEqual(jobs, [{ payload: { workspaceId: studio.id, recordId: id } }]);
  await t.throwsAsync(sql('select corkboard.start_export($1)', studio.id), { message: /made already/ });
  t.is((await owner.get(`${page}/${id}.zip`)).status, 404);

  const [invoice] = await sql(
    `select id, number from corkboard.invoices where workspace_id = $1 and kind = 'invoice' and status = 'SENT'`,
    studio.id,
  );
  const pdf = randomBytes(2.5 * partBytes);
  await sql(
    `insert into corkboard.issued_documents (workspace_id, kind, record_id, version, format, media_type, bytes, sha256, made_at)
     values ($1, 'invoice', $2, 2, 'pdf', 'application/pdf', $3, sha256($3), now())`,
    ...[studio.id, invoice.id, pdf],
  );
  await sql(
    `update corkboard.issued_documents set media_type = 'application/pdf', bytes = '\\x25', sha256 = sha256('\\x25'), made_at = now()
      where workspace_id = $1 and kind = 'credit_note'`,
    studio.id,
  );
  await run(studio.id, id);
  const { state, done, total, bytes } = await exportOf(id);
  t.deepEqual([state, done], ['finished', total]);
  const shown = await owner.get(page);
  shows(t, shown, 'Download zip file', '2.7 MB', 'Export workspace');
  const head = await owner.get(`${page}/${id}.zip`, {}, 'HEAD');
  t.is(head.headers.get('content-length'), bytes);

  const file = await fetch(new URL(`${page}/${id}.zip`, studio.baseUrl), {
    headers: { Cookie: `corkboard=${owner.person.token}` },
  });
  t.is(file.headers.get('content-type'), 'application/zip');
  const zip = Buffer.from(await file.arrayBuffer());
  const parts = await partsOf(id);
  t.true(zip.equals(Buffer.concat(parts)));
  t.deepEqual(
    parts.slice(0, -1).map(({ length }) => length),
    [partBytes, partBytes],
  );
  const files = unzip(zip);
  const json = (name: string) => JSON.parse(String(files.get(`json/${name}.json`)));
  for (const [name, content] of files)
    if (name.startsWith('json/'))
      for (const record of JSON.parse(String(content)))
        t.is(name === 'json/workspaces.json' ? record.id : record.workspaceId, studio.id, name);
  t.is(json('workspaces').length, 1);
  t.like(json('notes')[0], { body: 'a-note', createdVia: 'api' });
  t.is(json('agreements')[0].signedBy, 'a-signer');
  t.regex(json('clients')[0].createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  t.deepEqual(
    Object.keys(json('api_keys')[0]).filter(name => /hash/i.test(name)),
    [],
  );
  t.is(recordsIn(String(files.get('csv/clients.csv'))).length, 2);
  t.true(pdf.equals(files.get(`documents/invoices/${invoice.number}-v2.pdf`)!));
  t.true(files.has('documents/credit_notes/CN-0001.pdf'));

  // Secrets of this workspace, as the database stores them.
  const secrets = await sql(
    `select share_token as secret from corkboard.invoices where workspace_id = $1
      union all select contract_token from corkboard.projects where workspace_id = $1
      union all select token from corkboard.intakes where workspace_id = $1
      union all select share_token from corkboard.scopes where workspace_id = $1
      union all select encode(key_hash, 'hex') from corkboard.api_keys where workspace_id = $1
      union all select secret from corkboard.webhook_endpoints where workspace_id = $1
      union all select 'a-invited@x.example'`,
    studio.id,
  );
  t.true(secrets.length > 8);
  for (const { secret } of secrets) t.false(zip.includes(secret), secret);

  const member = await w.member(studio.id, 'other@studio.example');
  t.is((await member.get(`${page}/${id}.zip`)).status, 403);
  const stranger = await w.owner((await w.workspace()).id);
  t.is((await stranger.get(`${page}/${id}.zip`)).status, 404);
  const log = await sql(
    `select action, actor from corkboard.audit_log where workspace_id = $1 and action like 'export.%' order by id`,
    studio.id,
  );
  t.deepEqual(
    log.map(({ action, actor }) => [action, actor]),
    ['export.started', 'export.downloaded'].map(action => [action, owner.person.email]),
  );

  // Also before it is deleted.
  await sql(`update corkboard.exports set finished_at = now() - interval '25 hours' where id = $1`, id);
  t.is((await owner.get(`${page}/${id}.zip`)).status, 404);
  t.notRegex((await owner.get(page)).text, /Download zip file/);
});

test('a job whose worker died begins anew, and the former one stores nothing more', async t => {
  const studio = await w.workspace();
  await studio.client();
  const id = await start(studio.id);
  const [{ attempt: first }] = await sql('select * from corkboard.begin_export($1, $2)', studio.id, id);
  const store = async (number: number) =>
    (
      await sql(
        `select corkboard.store_export_part($1, $2, $3, $4, 'x', 1, 2) as done`,
        studio.id,
        id,
        first,
        number,
      )
    )[0].done;
  t.true(await store(1));
  t.true(await store(2));
  let late: Promise<boolean> | undefined;
  await run(studio.id, id, () => {
    late ??= store(3);
  });
  t.false(await late);
  t.is((await exportOf(id)).attempts, 2);
  t.true(unzip(Buffer.concat(await partsOf(id))).has('json/clients.json'));
  // A job that runs again once the file is finished leaves it alone.
  await run(studio.id, id);
  t.is((await exportOf(id)).state, 'finished');
});

test('an export that can’t be made fails after its last attempt, and another one can begin', async t => {
  const studio = await w.workspace();
  const id = await start(studio.id);
  const fails = () => {
    throw new Error('no');
  };
  for (let attempts = 1; attempts <= 5; attempts++) {
    await t.throwsAsync(run(studio.id, id, fails), { message: 'no' });
    t.is((await exportOf(id)).state, attempts < 5 ? 'running' : 'failed');
  }
  const failed = await (await w.owner(studio.id)).get(page);
  shows(t, failed, 'It could not be made.');
  lacks(t, failed, 'Failed');
  t.truthy(await start(studio.id));
  const killed = await w.workspace();
  const dying = await start(killed.id);
  for (let attempts = 1; attempts <= 5; attempts++)
    await sql('select * from corkboard.begin_export($1, $2)', killed.id, dying);
  await run(killed.id, dying);
  t.is((await exportOf(dying)).failure, 'The export failed after five attempts.');
});

test('an export ends when its workspace is suspended', async t => {
  const studio = await w.workspace();
  const [queued, running] = [await start(studio.id), await start((await w.workspace()).id)];
  const { workspace_id: other } = await exportOf(running);
  await sql('select corkboard.suspend_workspace($1)', studio.id);
  await run(studio.id, queued);
  t.like(await exportOf(queued), { state: 'failed', failure: 'The workspace was suspended.' });
  t.is((await (await w.owner(studio.id)).get(`${page}/clients.csv`)).status, 200);
  let suspended: Promise<unknown> | undefined;
  await t.throwsAsync(
    run(other, running, () => {
      suspended ??= sql('update corkboard.workspaces set suspended_at = now() where id = $1', other);
    }),
  );
  await suspended;
  t.like(await exportOf(running), { state: 'failed', failure: 'The workspace was suspended.' });
});

test('files are kept for a day, those that failed or were replaced are not', async t => {
  const studio = await w.workspace();
  const id = await start(studio.id);
  await run(studio.id, id);
  const prune = () => sql('select corkboard.prune()');
  await prune();
  t.true((await partsOf(id)).length > 0);
  const next = await start(studio.id);
  t.like(await exportOf(id), { state: 'failed', failure: 'A newer export replaced this one.' });
  t.deepEqual(await w.call('export_part', studio.id, id, 1), [{ export_part: null }]);
  await prune();
  t.deepEqual(await partsOf(id), []);
  await run(studio.id, next);
  await sql(
    `update corkboard.exports set finished_at = now() - interval '25 hours' where workspace_id = $1`,
    studio.id,
  );
  await prune();
  t.deepEqual(await sql('select 1 from corkboard.exports where workspace_id = $1', studio.id), []);
});

test('erasing a client deletes finished exports, and has one that is being made begin anew', async t => {
  const studio = await w.workspace();
  const [finished, client] = [await start(studio.id), await studio.client()];
  await run(studio.id, finished);
  const erase = (id: string) =>
    sql(
      'with e as (select corkboard.enter_workspace($1)) select corkboard.erase_client($1, $2) from e',
      studio.id,
      id,
    );
  await erase(client.id);
  t.like(await exportOf(finished), {
    state: 'failed',
    failure: 'A client was erased, whose data was in the file.',
  });
  t.deepEqual(await partsOf(finished), []);
  const { id: other } = await studio.client({ name: 'Gone' });
  const running = await start(studio.id);
  let erased: Promise<unknown> | undefined;
  await t.throwsAsync(
    run(studio.id, running, () => {
      erased ??= erase(other);
    }),
  );
  await erased;
  await run(studio.id, running);
  t.notRegex(String(unzip(Buffer.concat(await partsOf(running))).get('json/clients.json')), /Gone/);
});
