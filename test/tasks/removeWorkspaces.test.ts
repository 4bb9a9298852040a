import test from 'ava';
import removeWorkspaces from '../../tasks/remove_workspaces.ts';
import type { Account } from '../support/account.ts';
import { attempts, settledAs } from '../support/attempts.ts';
import { everything, operator } from '../support/command.ts';
import { drain } from '../support/drain.ts';
import { subscriptions } from '../support/hooks.ts';
import { populated } from '../support/populated.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);
const { sql, call } = w;
const h = subscriptions(w);
const corkboard = operator(w);
/** Has a workspace removed, by default without the 30 days in which it can be resumed. */
const remove = (id: string, after = '0 seconds') => call('remove_workspace', id, after);
const { add } = attempts(w);

/** Removes all that is due, in batches of this size. */
const removeDue = (batch = 1_000) =>
  drain(async () => (await sql('select corkboard.remove_workspace_batch($1) as n', batch))[0].n);

const removalOf = async (workspaceId: string) =>
  (await sql('select * from corkboard.workspace_removals where id = $1', workspaceId))[0];

/** How many rows a workspace has in each table that has a column workspace_id. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { workspaces, ...tables } = (await everything(w, workspaceId)) as Record<string, unknown[]>;
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.length]));
}

const jobsOf = (workspaceId: string) =>
  sql(`select id from ${queuedJobs} where payload::text like '%' || $1 || '%'`, workspaceId);

/** Adds deliveries with an attempt each to an endpoint. */
async function addDeliveries(endpointId: string, count: number) {
  const made = await add(endpointId, count, settledAs('failed', 'now()'));
  await sql(
    `insert into corkboard.webhook_attempts (workspace_id, delivery_id, number, outcome, duration_ms, attempted_at)
     select d.workspace_id, d.id, 1, 'timeout', 10000, now() from corkboard.webhook_deliveries d where d.id = any ($1)`,
    made.map(({ deliveryId }) => deliveryId),
  );
}

/** A workspace with this many deliveries, each with an attempt, and the job of another. */
async function busy(deliveries: number) {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  await studio.client();
  await addDeliveries(endpointId, deliveries);
  return studio;
}

/**
 * Statements after which every table has rows of a workspace ($1), with those of an overdue invoice ($2), of the owner ($3) and
 * their session ($4), and of another member ($5).
 */
const rest = [
  `select corkboard.ask_for_preview($1, 'invoice', $2, sha256('now'), null, null)`,
  'select corkboard.send_invoice($1, $2)',
  'select corkboard.record_payment($1, $2, 1, null, null, null, null)',
  'select corkboard.set_late_fee($1, $2, 100)',
  'select corkboard.remove_payment($1, id) from corkboard.payments where invoice_id = $2',
  'select corkboard.record_payment($1, $2, 1, null, null, null, null)',
  `select corkboard.finish_books_export($1, 'datev', null, '2020-01-31', now(), false, $5)`,
  `select corkboard.save_datev_settings($1, 4, 10000, '{}'), corkboard.number_debtors($1)`,
  `select corkboard.mail_document($1, 'invoice', $2, 'document', 'ann@client.example', null, 'Invoice', 'Hello')`,
  `select corkboard.set_mail_text($1, 'invoice', 'en', 'Invoice', '{link}')`,
  `select corkboard.request_email_change($1, $3, 'new@studio.example', $4)`,
  `select corkboard.set_number_series($1, 'invoice', 'RE-{number}', null, null)`,
  'select corkboard.offer_ownership($1, $5)',
  'select corkboard.detect_overdue()',
  ...[
    `sign_in_links (workspace_id, member_id, link_hash, expires_at) select $1, $3, sha256($3::text::bytea), now()`,
    `unsubscribe_links (workspace_id, member_id, kind, token_hash) select $1, $3, 'paid', sha256($3::text::bytea)`,
    `workspace_logos (workspace_id, sha256, bytes) select $1, sha256('x'), 'x'`,
    `declarations (workspace_id, kind, record_id, language, text, text_sha256) select $1, 'estimate', $2, 'en', 'I do', sha256('I do')`,
    `converted_estimates (workspace_id, estimate_id, invoice_id) select $1, $2, $2`,
    `billed_time (workspace_id, time_entry_id, invoice_id, line_id)
       select $1, id, $2, gen_random_uuid() from corkboard.time_entries where workspace_id = $1`,
    `agreed_items (workspace_id, project_id, kind, record_id, agreed_at, currency, tax_inclusive, agreed_net_cents, agreed_gross_cents)
       select $1, project_id, 'scope', id, now(), 'EUR', false, 1, 1 from corkboard.scopes where workspace_id = $1 limit 1`,
    `billed_items (workspace_id, item_id, invoice_id) select $1, id, $2 from corkboard.agreed_items where workspace_id = $1`,
    `exports (workspace_id, requested_by) select $1, 'Ann'`,
    `export_parts (workspace_id, export_id, number, bytes) select $1, id, 1, 'x' from corkboard.exports where workspace_id = $1`,
    `webhook_tests (workspace_id, id, endpoint_id, tested_at)
       select workspace_id, id, id, now() from corkboard.webhook_endpoints where workspace_id = $1`,
    `webhook_attempt_counts (workspace_id, id, slot, hour_at, succeeded, failed, duration_ms)
       select workspace_id, id, 1, now(), 1, 0, 1 from corkboard.webhook_endpoints where workspace_id = $1`,
    // What a worker leaves in the middle of its work.
    `webhook_claims (workspace_id, id, endpoint_id, claim, claimed_until)
       select workspace_id, id, endpoint_id, id, now() from corkboard.webhook_deliveries where workspace_id = $1`,
    `webhook_throttled_deliveries (workspace_id, id, endpoint_id, job_number, due_at, throttled_at)
       select workspace_id, id, endpoint_id, 1, now(), now() from corkboard.webhook_deliveries where workspace_id = $1`,
  ].map(insert => `insert into corkboard.${insert}`),
];

/** A workspace with rows in every table and jobs in the queue. */
async function full(): Promise<Account> {
  const { studio } = await populated(w);
  const { id: projectId } = await studio.project();
  await studio.post(`/projects/${projectId}/notes`, { body: 'Call back' }, { 'Idempotency-Key': 'once' });
  const invoice = await studio.invoice(projectId, { dueDate: '2020-01-31' });
  const { memberId, tokenHash } = await signIn(w, studio.id);
  const colleague = 'select email from corkboard.members where workspace_id = $1 and id <> $2';
  const [{ email }] = await sql(colleague, studio.id, memberId);
  for (const statement of rest)
    await sql(
      `with given as (select $1::uuid, $2::uuid, $3::uuid, $4::bytea, $5::text) ${statement}`,
      ...[studio.id, invoice.id, memberId, tokenHash, email],
    );
  return studio;
}

test.serial('a removed workspace leaves no row and no job, and nothing else changes', async t => {
  const [studio, other] = [await full(), await full()];
  const before = await rowsOf(studio.id);
  for (const [table, rows] of Object.entries(before)) t.true(rows > 0, `full() adds nothing to ${table}.`);
  t.true((await jobsOf(studio.id)).length >= 4);
  const [otherRows, otherJobs] = [await everything(w, other.id), await jobsOf(other.id)];

  await corkboard('workspace', 'remove', studio.id);
  await remove(studio.id);
  await removeWorkspaces({}, w.service as never, {} as never);
  t.deepEqual(
    Object.entries(await rowsOf(studio.id)).filter(([, rows]) => rows > 0),
    [],
  );
  t.deepEqual(await sql('select 1 from corkboard.workspaces where id = $1', studio.id), []);
  t.deepEqual(await jobsOf(studio.id), []);
  t.deepEqual(await everything(w, other.id), otherRows);
  t.deepEqual(await jobsOf(other.id), otherJobs);

  const removal = await removalOf(studio.id);
  t.is(removal.requested_by, 'operator');
  t.is(removal.database_role, new URL(w.databaseUrl).username || 'postgres');
  t.true(removal.requested_at <= removal.started_at && removal.started_at < removal.finished_at);
  for (const table of ['clients', 'invoices', 'members', 'webhook_deliveries', 'webhook_attempts'])
    t.is(removal.counts[table], before[table], table);
  // Suspending and removing it added entries.
  t.true(removal.counts.audit_log > before.audit_log!);
  t.notRegex(JSON.stringify(removal), /Studio|@/);
});

test.serial('nothing is removed before its date, and resuming cancels the removal', async t => {
  const studio = await w.workspace();
  await remove(studio.id, '1 hour');
  t.deepEqual(await removeDue(), [0]);
  await call('resume_workspace', studio.id);
  await sql('select corkboard.lock_workspace($1)', studio.id);
  t.is(await removalOf(studio.id), undefined);
  t.deepEqual(await removeDue(), [0]);
  t.is((await studio.get('/me')).status, 200);
});

test.serial('once its removal has begun, a workspace is gone for all, and can’t be resumed', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const [{ token }] = await sql(
    'select contract_token || corkboard.secret_suffix(workspace_id) as token from corkboard.projects where id = $1',
    projectId,
  );
  await signIn(w, studio.id);
  await remove(studio.id);
  await sql('select corkboard.remove_workspace_batch()');
  t.is((await studio.get('/me')).status, 401);
  t.deepEqual(await sql('select 1 from corkboard.sessions where workspace_id = $1', studio.id), []);
  t.is((await fetch(`${w.baseUrl}/contract/${token}`)).status, 403);
  t.is(
    await corkboard.refused('workspace', 'resume', studio.id),
    'The removal of this workspace has begun and cannot be undone.',
  );
  t.is(await corkboard.refused('project', 'trash', projectId), 'No such workspace.');
  t.like(await corkboard('workspace', 'show', studio.id), { workspace: { state: 'removing' } });
  await removeDue();
  t.is(await corkboard.refused('workspace', 'show', studio.id), 'No workspace with this id.');
  t.is((await fetch(`${w.baseUrl}/contract/${token}`)).status, 404);
});

test.serial('of a resume and a removal at the same time one happens, and completely', async t => {
  const studios = await Promise.all(Array.from({ length: 4 }, () => w.workspace()));
  await Promise.all(studios.map(studio => studio.client()));
  const before = await Promise.all(studios.map(studio => rowsOf(studio.id)));
  for (const studio of studios) await remove(studio.id);
  const resumed = await Promise.all(
    studios.map(async studio => {
      const [, outcome] = await Promise.all([
        sql('select corkboard.remove_workspace_batch()'),
        call('resume_workspace', studio.id).then(
          () => true,
          () => false,
        ),
      ]);
      return outcome;
    }),
  );
  await removeDue();
  for (const [i, studio] of studios.entries()) {
    const { audit_log, ...rows } = await rowsOf(studio.id);
    const { audit_log: _, ...expected } = before[i]!;
    t.deepEqual(rows, resumed[i] ? expected : Object.fromEntries(Object.keys(rows).map(name => [name, 0])));
    t.is((await removalOf(studio.id)) === undefined, resumed[i]!);
  }
});

test.serial('batches are as small as asked for, and simultaneous ones don’t disturb each other', async t => {
  const studios = await Promise.all([busy(60), busy(60)]);
  for (const { id } of studios) await remove(id);
  const sizes = await Promise.all([removeDue(20), removeDue(20), removeDue(20)]);
  for (const size of sizes.flat()) t.true(size <= 20, `${size}`);
  await removeDue(20);
  for (const { id } of studios) {
    const { counts, finished_at } = await removalOf(id);
    t.is(counts.webhook_attempts, 60);
    t.truthy(finished_at);
  }
});

test.serial('addresses that only a removed workspace has are forgotten', async t => {
  const [studio, other] = [await w.workspace(), await w.workspace()];
  await sql(`select corkboard.add_member($1, 'Only@here.example')`, studio.id);
  await sql(`select corkboard.add_member($1, 'both@here.example')`, studio.id);
  await sql(`select corkboard.invite_member($1, 'invited@here.example')`, studio.id);
  await sql(`select corkboard.add_member($1, 'BOTH@here.example')`, other.id);
  for (const email of ['only@here.example', 'both@here.example', 'invited@here.example']) {
    await sql(
      `select corkboard.request_sign_in_code($1, sha256('browser'), '192.0.2.1'), corkboard.remember_origin($1, sha256('browser'), '192.0.2.1')`,
      email,
    );
  }
  await remove(studio.id);
  await removeDue();
  const left = async (table: string) =>
    (await sql(`select email from corkboard.${table} where email like '%here.example'`)).map(
      ({ email }) => email,
    );
  t.deepEqual(await left('sign_ins'), ['both@here.example']);
  t.deepEqual(await left('sign_in_origins'), ['both@here.example']);
});

test.serial('a workspace stays until its last running job has ended', async t => {
  const studio = await busy(0);
  const [{ id: job }] = await jobsOf(studio.id);
  const lock = (at: string) =>
    sql(`update ${queuedJobs} set locked_at = ${at}, locked_by = 'worker' where id = $1`, job);
  await lock('now()');
  await remove(studio.id);
  await removeDue();
  t.deepEqual(await jobsOf(studio.id), [{ id: job }]);
  t.is((await removalOf(studio.id)).finished_at, null);
  await lock('null');
  await removeDue();
  t.deepEqual(await jobsOf(studio.id), []);
  t.truthy((await removalOf(studio.id)).finished_at);
});

test.serial('a workspace that is back from a backup can be removed again', async t => {
  const studio = await w.workspace();
  const backup = await sql('select * from corkboard.workspaces where id = $1', studio.id);
  await remove(studio.id);
  await removeDue();
  await sql(
    'insert into corkboard.workspaces select * from json_populate_record(null::corkboard.workspaces, $1)',
    JSON.stringify(backup[0]),
  );
  await corkboard('workspace', 'remove', studio.id);
  t.like(await removalOf(studio.id), { started_at: null, finished_at: null, counts: {} });
  await remove(studio.id);
  await removeDue();
  t.deepEqual(await sql('select 1 from corkboard.workspaces where id = $1', studio.id), []);
});

test.serial('every table with a workspace comes before the tables that it references', async t => {
  const ordered = (await sql('select t::text as name from corkboard.tenant_tables() t')).map(
    ({ name }) => name,
  );
  t.deepEqual(
    ordered.toSorted(),
    Object.keys(await rowsOf((await w.workspace()).id)).map(name => `corkboard.${name}`),
  );
  const references = await sql(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
      where contype = 'f' and connamespace = 'corkboard'::regnamespace and conrelid <> confrelid`,
  );
  t.true(references.length > 20);
  for (const { child, parent } of references.filter(({ parent }) => ordered.includes(parent)))
    t.true(ordered.indexOf(child) < ordered.indexOf(parent), `${child} after ${parent}`);
});
