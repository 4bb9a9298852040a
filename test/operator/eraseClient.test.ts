import test from 'ava';
import { events, subscribable } from '../../src/records/event.ts';
import { liveClient } from '../support/clientLife.ts';
import { everything, operator } from '../support/command.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);
const h = subscriptions(w);
const { sql, call } = w;

const mark = 'ada-lovelace';
const erased = 'Erased client';

/** Every column of the database that can hold a text. */
const textColumns = (): Promise<{ table: string; name: string }[]> =>
  sql(`select format('%I.%I', c.table_schema, c.table_name) as table, c.column_name as name
         from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
        where c.table_schema in ('corkboard', 'graphile_worker') and t.table_type = 'BASE TABLE'
          and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')
        order by 1, 2`);

/** The columns in which a text stands, ignoring case. `rows`: which rows of a table are looked at. */
async function columnsWith(text: string, rows: Record<string, string> = {}): Promise<string[]> {
  const found: string[] = [];
  // One table after the other, because each connection of the pool would have to learn of all tables.
  for (const [table, columns] of Map.groupBy(await textColumns(), ({ table }) => table)) {
    const has = columns.map(
      ({ name }) => `bool_or(strpos(lower(t."${name}"::text), lower($1)) > 0) as "${name}"`,
    );
    const [row] = await sql(`select ${has} from ${table} t where ${rows[table] ?? 'true'}`, text);
    const named = columns.filter(({ name }) => row[name]);
    found.push(...named.map(({ name }) => `${table.replace('corkboard.', '')}.${name}`));
  }
  return found;
}

/** The columns of a client's records whose texts nobody writes about the client. */
const notAboutTheClient = [
  /\.(created_via|status|stage|currency|kind|number|token|share_token|contract_token|via|event)$/,
  /^agreements\.recorded_by$/,
  /^change_orders\.recorded_by$/,
  /^change_order_proposals\.proposed_by$/,
  /^scope_change_requests\.resolved_by$/,
  /^credit_notes\.created_by$/,
  /^clients\.(country|e_invoice_country|e_invoice_format|language|search_text_short|zero_tax_reason)$/,
  /^invoices\.(language|line_ids|line_members|line_units|zero_tax_reason)$/,
  /^estimate_answers\.(answer|recorded_by)$/,
  /^inquiries\.closed_by$/,
  /^document_mails\.(purpose|state|sent_by)$/,
  /^notes\.author$/,
  /^payments\.recorded_by$/,
  /^removed_payments\.(recorded|removed)_by$/,
  /^revisions\.(verdict|unclassified)$/,
  /^scope_versions\.drafted_(by|via)$/,
  /^scopes\.approval_recorded_by$/,
  /^project_invoice_sums\./,
  /\.payment_(plan|parts)$/,
  /^webhook_deliveries\.traceparent$/,
];

/** The tables with records of clients. */
const tablesOfClients = () =>
  sql(`select distinct format('%I.%I', table_schema, table_name) as table from information_schema.columns
        where table_schema = 'corkboard' and (column_name in ('project_id', 'client_id', 'estimate_id')
          or table_name in ('clients', 'payments', 'projects', 'webhook_deliveries'))`);

async function studioWithHook() {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { events: subscribable });
  return { studio, hook };
}

/** Rows of a workspace that contain a text. */
async function rowsWith(workspaceId: string, text: string): Promise<string[]> {
  const all = (await everything(w, workspaceId)) as Record<string, { row: object }[]>;
  return Object.entries(all).flatMap(([table, found]) =>
    found
      .map(({ row }) => JSON.stringify(row))
      // The answer of a form that approved a scope names no record, and is erased whichever client it is about.
      .filter(row => row.includes(text) && !row.includes('"response":"{\\"scope\\"'))
      .map(row => `${table} ${row}`),
  );
}

/** What stays of an erased client: issued documents, amounts and times. */
const kept = (workspaceId: string, issued: string[]) =>
  Promise.all([
    sql(`select row_to_json(i) from corkboard.invoices i where id = any ($1) order by id`, issued),
    ...[
      'select row_to_json(a) from corkboard.agreements a where workspace_id = $1',
      'select row_to_json(d) from corkboard.issued_documents d where workspace_id = $1 order by id',
      'select sum(minutes) from corkboard.time_entries where workspace_id = $1',
      'select id, total_cents, number from corkboard.invoices where workspace_id = $1 order by id',
      'select amount_cents, paid_on from corkboard.payments where workspace_id = $1 order by id',
      'select row_to_json(c) from corkboard.invoice_counts c where workspace_id = $1 order by 1::text',
    ].map(text => sql(text, workspaceId)),
  ]);

/** A workspace with two clients, of whom one was erased; and what was there before. */
async function erasedBesideAnother() {
  const { studio, hook } = await studioWithHook();
  const life = await liveClient(w, studio, hook, mark);
  const other = await liveClient(w, studio, hook, 'other-client');
  const issued = [life.sent, life.paid, life.voided, life.estimate];
  await call('ask_for_preview', studio.id, 'invoice', life.draft, Buffer.alloc(32), null, null);
  const owner = await w.owner(studio.id);
  const editor = await owner.get(`/invoices/${life.draft}`);
  const [{ token }] = await sql(
    'select share_token || corkboard.secret_suffix(workspace_id) as token from corkboard.invoices where id = $1',
    life.sent,
  );
  const before = {
    written: await columnsWith(mark),
    ofOther: await rowsWith(studio.id, 'other-client'),
    kept: await kept(studio.id, issued),
    version: /name="version" value="(\d+)"/.exec(editor.text)![1],
    link: (await w.stranger().get(`/invoice/${token}`)).status,
  };
  const { client } = await corkboard('client', 'erase', life.clientId);
  return { studio, hook, other, life, issued, owner, token, before, client };
}

let one: Awaited<ReturnType<typeof erasedBesideAnother>>;
test.serial.before(async () => {
  one = await erasedBesideAnother();
});

test.serial(
  'erase leaves no text of a client anywhere but in issued invoices and signed contracts',
  async t => {
    const { before, client, life, issued } = one;
    const ofClients = new Set((await tablesOfClients()).map(({ table }) => table));
    const unwritten = (await textColumns())
      .filter(({ table }) => ofClients.has(table))
      .map(({ table, name }) => `${table.replace('corkboard.', '')}.${name}`)
      .filter(
        column => !before.written.includes(column) && !notAboutTheClient.some(form => form.test(column)),
      );
    t.deepEqual(unwritten, [], 'Have liveClient write these columns, and erase_client erase them.');
    for (const column of [
      ...['audit_log.changes', 'audit_log.actor', 'idempotency_keys.response'],
      ...['search_entries.search_text', 'search_lines.search_text', 'webhook_attempts.response'],
    ])
      t.true(before.written.includes(column), column);
    t.like(client, { id: life.clientId, name: erased, company: null, contactName: null });
    t.truthy(client.erasedAt);
    t.truthy(client.trashedAt);
    t.deepEqual(await sql('select 1 from corkboard.document_previews where record_id = $1', life.draft), []);
    t.deepEqual(await sql('select 1 from corkboard.client_portals where client_id = $1', life.clientId), []);
    t.deepEqual(await columnsWith(mark), [
      ...['agreements.document', 'agreements.signed_by', 'agreements.signed_with'],
      ...['change_orders.document', 'credit_notes.line_items', 'credit_notes.reason'],
      ...['estimate_answers.document', 'invoices.line_items'],
      ...['invoices.notes', 'invoices.party_snapshot', 'invoices.po_number', 'search_entries.search_text'],
      'search_lines.search_text',
    ]);
    const ids = `'${issued.join(`','`)}'`;
    t.deepEqual(
      await columnsWith(mark, {
        'corkboard.invoices': `t.id not in (${ids})`,
        'corkboard.search_entries': `t.record_id not in (${ids})`,
        'corkboard.search_lines': `t.invoice_id not in (${ids})`,
        'corkboard.agreements': 'false',
        'corkboard.change_orders': 'false',
        'corkboard.credit_notes': 'false',
        'corkboard.estimate_answers': 'false',
      }),
      [],
    );
  },
);

test('the audit log says who erased the client, and nothing else', async t => {
  const entry = await sql(
    'select actor, action, record_id, changes from corkboard.audit_log where workspace_id = $1 order by id desc limit 1',
    one.studio.id,
  );
  const record_id = one.life.clientId;
  t.deepEqual(entry, [{ actor: 'operator', action: 'client.erased', record_id, changes: null }]);
});

test('events keep their ids, numbers, amounts and the order of their fields', async t => {
  const { hook } = one;
  const deliveries = await sql(
    `select event, data::text, status from corkboard.webhook_deliveries where endpoint_id = $1 and data::text like '%' || $2 || '%'`,
    hook.endpointId,
    erased,
  );
  t.true(deliveries.length >= 12);
  t.true(deliveries.some(({ status }) => status === 'pending'));
  const quoted = await sql(
    `select a.id from corkboard.webhook_attempts a join corkboard.webhook_deliveries d using (workspace_id)
      where d.id = a.delivery_id and d.endpoint_id = $1 and d.data::text like '%' || $2 || '%'
        and coalesce(a.response, a.signatures) is not null`,
    hook.endpointId,
    erased,
  );
  t.deepEqual(quoted, []);
  for (const { event, data } of deliveries) {
    const parsed = JSON.parse(data);
    t.is(JSON.stringify(parsed), data, event);
    t.true(events[event as keyof typeof events].safeParse(parsed).success, data);
    t.deepEqual(Object.keys(parsed), Object.keys(events[event as keyof typeof events].shape));
    for (const name of ['clientName', 'projectName', 'approvedName'])
      if (name in parsed) t.is(parsed[name], erased);
  }
});

test('issued documents, amounts and times stay as they were, and so does another client', async t => {
  const { studio, hook, other, life, issued, owner, before } = one;
  t.deepEqual(await kept(studio.id, issued), before.kept);
  t.true(before.ofOther.length > 60);
  t.deepEqual(await rowsWith(studio.id, 'other-client'), before.ofOther);
  const clients = (await studio.get('/clients')).body.data.map(({ id }: { id: string }) => id);
  t.deepEqual(clients, [other.clientId]);
  const [attempt] = await sql(
    `select a.delivery_id as id from corkboard.webhook_attempts a where a.workspace_id = $1 limit 1`,
    studio.id,
  );
  t.is((await owner.get(`/settings/webhooks/${hook.endpointId}/deliveries/${attempt.id}`)).status, 200);
  const { status, text } = await owner.get(`/invoices/${life.sent}`);
  t.is(status, 200);
  t.regex(text, new RegExp(`${mark} new name`));
  t.like(await call('record_payment', studio.id, life.sent), [{ status: 'PAID' }]);
});

test('an erased client is nowhere to be found, and comes back by no way', async t => {
  const { studio, life, owner, token, before } = one;
  const [projectId] = life.projectIds as [string];
  t.is(before.link, 200);
  t.is((await studio.get(`/projects/${projectId}`)).status, 404);
  t.is((await owner.get(`/clients/${life.clientId}`)).status, 404);
  t.is((await w.stranger().get(`/invoice/${token}`)).status, 404);
  t.notRegex((await owner.get('/trash')).text, /Erased client/);
  t.notRegex((await owner.get('/settings/audit')).text, new RegExp(mark));
  // A draft that was open in an editor, with its texts.
  const terms = ['USD', '[]', 100, 0, 0, false, 0, null, null, 'A', null];
  const late = call('edit_invoice', studio.id, life.draft, before.version, ...terms);
  await t.throwsAsync(late, { message: /was edited/ });
  // The same request again, within 24 hours, adds no client.
  const again = await studio.post('/clients', life.first.body, { 'Idempotency-Key': life.first.key });
  t.is(again.headers.get('idempotency-replayed'), 'true');
  t.is(again.body.client.name, erased);
});

test('a client in the trash can be erased, with its projects', async t => {
  const { studio } = await studioWithHook();
  const text = 'in-the-trash';
  const { id: clientId } = await studio.client({ name: text });
  const { id } = await studio.project({ clientId, name: text, notes: text });
  await studio.scope(id, { timeline: text });
  await call('trash_project', studio.id, id);
  const [{ trashed_at }] = await call('trash_client', studio.id, clientId);
  const { client } = await corkboard('client', 'erase', clientId);
  t.is(client.trashedAt, trashed_at.toISOString());
  t.deepEqual(await columnsWith(text), []);
});

test('erasing is rejected, and changes nothing, while a webhook about the client is being sent', async t => {
  const { studio, hook } = await studioWithHook();
  const { id } = await studio.client({ name: mark });
  const [delivery] = await h.deliveries(hook.endpointId);
  const claim = (until: string) =>
    sql(
      `insert into corkboard.webhook_claims (workspace_id, id, claim, claimed_until, endpoint_id)
       values ($1, $2, gen_random_uuid(), now() + $3::interval, $4)
       on conflict (workspace_id, id) do update set claimed_until = excluded.claimed_until`,
      studio.id,
      delivery.id,
      until,
      hook.endpointId,
    );
  await claim('20 seconds');
  const before = await everything(w, studio.id);
  t.regex(
    await corkboard.refused('client', 'erase', id),
    /is being sent at this moment.* run the command again/,
  );
  t.deepEqual(await everything(w, studio.id), before);
  await claim('-1 second');
  t.like((await corkboard('client', 'erase', id)).client, { name: erased });
});

test('a verdict that the model was asked for before is not stored afterwards', async t => {
  const { studio } = await studioWithHook();
  const project = await studio.project();
  const { body } = await studio.post(`/projects/${project.id}/revisions`, { description: mark });
  await sql('update corkboard.revisions set classify = true where id = $1', body.revision.id);
  await corkboard('client', 'erase', project.clientId);
  const { id } = body.revision;
  await call('store_classification', studio.id, id, 'in_scope', mark, null, null);
  const kept = await sql('select description, verdict_reason from corkboard.revisions where id = $1', id);
  t.deepEqual(kept, [{ description: erased, verdict_reason: null }]);
  t.deepEqual(await call('revision_to_classify', studio.id, id), []);
});

test('a write that waits while its client is erased finds no client', async t => {
  const { studio } = await studioWithHook();
  const { id } = await studio.client();
  const { release } = await hold(t, w.service, 'select corkboard.erase_client($1, $2)', studio.id, id);
  const adding = studio.post('/projects', { clientId: id, name: mark });
  await waitsForLock(w.db, { query: 'begin_api_write' });
  await release();
  t.is((await adding).status, 404);
  t.deepEqual(await sql('select 1 from corkboard.projects where client_id = $1', id), []);
});

test('two operators who erase a client at once erase it once', async t => {
  const { studio } = await studioWithHook();
  const { id } = await studio.client();
  const erase = () => w.service.query('select corkboard.erase_client($1, $2)', [studio.id, id]);
  const outcomes = await Promise.allSettled([erase(), erase(), erase()]);
  t.is(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  const entries = await sql(
    `select 1 from corkboard.audit_log where action = 'client.erased' and record_id = $1`,
    id,
  );
  t.is(entries.length, 1);
});

test('a transaction for one workspace erases no client of another', async t => {
  const [{ studio }, { studio: other }] = [await studioWithHook(), await studioWithHook()];
  const { id } = await other.client();
  const { query } = await hold(t, w.service, 'select corkboard.enter_workspace($1)', studio.id);
  await t.throwsAsync(query('select corkboard.erase_client($1, $2)', [other.id, id]), {
    message: 'This transaction is for another workspace.',
  });
});
