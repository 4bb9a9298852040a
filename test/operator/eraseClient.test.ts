import test from 'ava';
import { events, subscribable } from '../../src/records/event.ts';
import { liveClient } from '../support/clientLife.ts';
import { everything, operator } from '../support/command.ts';
import { people } from '../support/console.ts';
import { hold } from '../support/hold.ts';
import { subscriptions } from '../support/hooks.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);
const h = subscriptions(w);
const p = people(test, w);
const { sql } = w;

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
  const found = await Promise.all(
    (await textColumns()).map(async ({ table, name }) => {
      const { rowCount } = await w.db.query(
        `select 1 from ${table} t where ${rows[table] ?? 'true'} and strpos(lower(t."${name}"::text), lower($1)) > 0 limit 1`,
        [text],
      );
      return rowCount === 0 ? [] : [`${table.replace('corkboard.', '')}.${name}`];
    }),
  );
  return found.flat();
}

/** The columns of a client's records whose texts nobody writes about the client. */
const notAboutTheClient = [
  /\.(created_via|status|stage|currency|kind|number|token|share_token|contract_token|via|event)$/,
  /^agreements\.recorded_by$/,
  /^change_orders\.recorded_by$/,
  /^clients\.(e_invoice_country|search_text_short)$/,
  /^notes\.author$/,
  /^revisions\.(verdict|unclassified)$/,
  /^scope_versions\.drafted_(by|via)$/,
  /^scopes\.approval_recorded_by$/,
  /^project_invoice_sums\./,
  /^webhook_deliveries\.traceparent$/,
];

/** The tables with records of clients. */
const tablesOfClients = () =>
  sql(`select distinct format('%I.%I', table_schema, table_name) as table from information_schema.columns
        where table_schema = 'corkboard' and (column_name in ('project_id', 'client_id')
          or table_name in ('clients', 'projects', 'webhook_deliveries'))`);

async function studioWithHook() {
  const studio = await w.workspace();
  const hook = await h.subscribe(studio.id, { events: subscribable });
  return { studio, hook };
}

test.serial(
  'erase leaves no text of a client anywhere but in issued invoices and signed contracts',
  async t => {
    const { studio, hook } = await studioWithHook();
    const life = await liveClient(w, studio, hook, mark);
    const written = await columnsWith(mark);
    const ofClients = new Set((await tablesOfClients()).map(({ table }) => table));
    const unwritten = (await textColumns())
      .filter(({ table }) => ofClients.has(table))
      .map(({ table, name }) => `${table.replace('corkboard.', '')}.${name}`)
      .filter(column => !written.includes(column) && !notAboutTheClient.some(form => form.test(column)));
    t.deepEqual(unwritten, [], 'Have liveClient write these columns, and erase_client erase them.');
    for (const column of [
      'audit_log.changes',
      'audit_log.actor',
      'idempotency_keys.response',
      'search_entries.search_text',
      'webhook_attempts.response',
    ])
      t.true(written.includes(column), column);

    const { client } = await corkboard('client', 'erase', life.clientId);
    t.like(client, { id: life.clientId, name: erased, company: null, contactName: null });
    t.truthy(client.erasedAt);
    t.truthy(client.trashedAt);
    t.deepEqual(await columnsWith(mark), [
      'agreements.document',
      'agreements.signed_by',
      'agreements.signed_with',
      'invoices.line_items',
      'invoices.notes',
      'invoices.party_snapshot',
      'invoices.po_number',
      'search_entries.search_text',
    ]);
    const issued = `'${[life.sent, life.paid, life.voided, life.estimate].join(`','`)}'`;
    t.deepEqual(
      await columnsWith(mark, {
        'corkboard.invoices': `t.id not in (${issued})`,
        'corkboard.search_entries': `t.record_id not in (${issued})`,
        'corkboard.agreements': 'false',
      }),
      [],
    );
    const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
    t.like(audits[0], { actor: 'operator', action: 'client.erased', recordId: life.clientId, changes: null });

    // Events keep their ids, numbers, amounts and the order of their fields, and are sent as they are now.
    const deliveries = await sql(
      'select event, data::text, status from corkboard.webhook_deliveries where endpoint_id = $1',
      hook.endpointId,
    );
    t.true(deliveries.length >= 12);
    t.true(deliveries.some(({ status }) => status === 'pending'));
    const quoted = await sql(
      `select a.id from corkboard.webhook_attempts a join corkboard.webhook_deliveries d using (workspace_id)
      where d.id = a.delivery_id and d.endpoint_id = $1 and coalesce(a.response, a.signatures) is not null`,
      hook.endpointId,
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
  },
);

test('issued documents, amounts and times stay as they were', async t => {
  const { studio, hook } = await studioWithHook();
  const life = await liveClient(w, studio, hook, 'grace-hopper');
  const issued = [life.sent, life.paid, life.voided, life.estimate];
  const kept = () =>
    Promise.all([
      sql(`select row_to_json(i) from corkboard.invoices i where id = any ($1) order by id`, issued),
      sql(`select row_to_json(a) from corkboard.agreements a where workspace_id = $1`, studio.id),
      sql(`select sum(minutes) from corkboard.time_entries where workspace_id = $1`, studio.id),
      sql(
        `select id, total_cents, number from corkboard.invoices where workspace_id = $1 order by id`,
        studio.id,
      ),
      sql(
        `select row_to_json(c) from corkboard.invoice_counts c where workspace_id = $1 order by 1::text`,
        studio.id,
      ),
    ]);
  const before = await kept();
  await corkboard('client', 'erase', life.clientId);
  t.deepEqual(await kept(), before);
  const owner = await p.owner(studio.id);
  const [attempt] = await sql(
    `select a.delivery_id as id from corkboard.webhook_attempts a where a.workspace_id = $1 limit 1`,
    studio.id,
  );
  t.is((await owner.get(`/settings/webhooks/${hook.endpointId}/deliveries/${attempt.id}`)).status, 200);
  const { status, text } = await owner.get(`/invoices/${life.sent}`);
  t.is(status, 200);
  t.regex(text, /grace-hopper new name/);
  t.like((await corkboard('invoice', 'pay', life.sent)).invoice, { status: 'PAID' });
});

test('nothing of another client changes', async t => {
  const { studio, hook } = await studioWithHook();
  const other = await liveClient(w, studio, hook, 'other-client');
  const rows = async () => {
    const all = (await everything(w, studio.id)) as Record<string, { row: object }[]>;
    return Object.entries(all).flatMap(([table, found]) =>
      found
        .map(({ row }) => JSON.stringify(row))
        // The answer of a form that approved a scope names no record, and is erased whichever client it is about.
        .filter(row => row.includes('other-client') && !row.includes('"response":"{\\"scope\\"'))
        .map(row => `${table} ${row}`),
    );
  };
  const life = await liveClient(w, studio, hook, mark);
  const before = await rows();
  t.true(before.length > 60);
  await corkboard('client', 'erase', life.clientId);
  t.deepEqual(await rows(), before);
  t.is((await studio.get('/clients')).body.data[0].id, other.clientId);
});

test('an erased client is nowhere to be found, and comes back by no way', async t => {
  const { studio, hook } = await studioWithHook();
  const life = await liveClient(w, studio, hook, 'alan-turing');
  const [projectId] = life.projectIds as [string];
  const [{ token }] = await sql(
    'select share_token || corkboard.secret_suffix(workspace_id) as token from corkboard.invoices where id = $1',
    life.sent,
  );
  const owner = await p.owner(studio.id);
  const editor = await owner.get(`/invoices/${life.draft}`);
  const [, version] = /name="version" value="(\d+)"/.exec(editor.text)!;
  t.is((await p.stranger().get(`/invoice/${token}`)).status, 200);
  await corkboard('client', 'erase', life.clientId);

  t.is((await studio.get('/clients')).body.page.total, 0);
  t.is((await studio.get('/projects')).body.page.total, 0);
  t.is((await studio.get(`/projects/${projectId}`)).status, 404);
  t.is((await owner.get(`/clients/${life.clientId}`)).status, 404);
  t.is((await p.stranger().get(`/invoice/${token}`)).status, 404);
  t.notRegex((await owner.get('/trash')).text, /Erased client/);
  t.notRegex((await owner.get('/settings/audit')).text, /alan-turing/);
  t.regex(
    await corkboard.refused('client', 'restore', life.clientId),
    /This client was erased, and can't be restored/,
  );
  t.regex(await corkboard.refused('project', 'restore', projectId), /client of this project was erased/);
  t.regex(await corkboard.refused('client', 'erase', life.clientId), /This client was erased already, at 2/);
  t.is(
    await corkboard.refused('client', 'erase', '01900000-0000-7000-8000-000000000000'),
    'No client with this id.',
  );
  // A draft that was open in an editor, with its texts.
  const late = sql(
    `select corkboard.edit_invoice($1, $2, $3, 'USD', '[]', 100, 0, 0, false, 0, null, null, 'alan-turing', null)`,
    studio.id,
    life.draft,
    version,
  );
  await t.throwsAsync(late, { message: /was edited/ });
  // The same request again, within 24 hours, adds no client.
  const again = await studio.post('/clients', life.first.body, { 'Idempotency-Key': life.first.key });
  t.is(again.headers.get('idempotency-replayed'), 'true');
  t.is(again.body.client.name, erased);
  t.is((await studio.get('/clients')).body.page.total, 0);
});

test('a client in the trash can be erased, with its projects', async t => {
  const { studio, hook } = await studioWithHook();
  const life = await liveClient(w, studio, hook, 'in-the-trash');
  await corkboard('project', 'trash', life.projectIds[0]!);
  const { client: trashed } = await corkboard('client', 'trash', life.clientId);
  const { client } = await corkboard('client', 'erase', life.clientId);
  t.is(client.trashedAt, trashed.trashedAt);
  t.deepEqual(
    await columnsWith('in-the-trash', {
      'corkboard.invoices': 't.sent_at is null',
      'corkboard.search_entries': `t.kind <> 'invoice'`,
      'corkboard.agreements': 'false',
    }),
    [],
  );
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
  await sql(
    `select corkboard.store_classification($1, $2, 'in_scope', $3, null, null)`,
    studio.id,
    body.revision.id,
    mark,
  );
  t.deepEqual(
    await sql('select description, verdict_reason from corkboard.revisions where id = $1', body.revision.id),
    [{ description: erased, verdict_reason: null }],
  );
  t.deepEqual(
    await sql('select 1 from corkboard.revision_to_classify($1, $2)', studio.id, body.revision.id),
    [],
  );
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
