import test, { type ExecutionContext } from 'ava';
import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/database/migrate.ts';
import { loadTasks } from '../../src/jobs/tasks.ts';
import { claimAttempts } from '../../src/webhooks/attempts.ts';
import { launch } from '../support/launch.ts';
import { cloneDatabase } from '../support/postgres.ts';
import { queuedJobs } from '../support/queue.ts';
import { asService } from '../support/role.ts';

/** A new database, and a function that runs statements on it. */
async function database(t: ExecutionContext) {
  const url = await cloneDatabase();
  const db = new pg.Pool({ connectionString: url, max: 2 });
  t.teardown(() => db.end());
  const sql = async (text: string, ...values: unknown[]) => (await db.query(text, values)).rows;
  const isCopy = async () => (await sql('select corkboard.is_copy() as copy'))[0].copy;
  return { url, db, sql, isCopy };
}

test('restoring a row into the same database makes it a copy; PostgreSQL’s own maintenance does not', async t => {
  const { sql, isCopy, db } = await database(t);
  await sql('vacuum (full, freeze) corkboard.instance');
  await sql('vacuum (freeze) corkboard.instance');
  await sql('begin; select 1 from corkboard.instance for update; commit');
  t.false(await isCopy());
  const client = await db.connect();
  await client.query('create temp table h as table corkboard.instance');
  await client.query('delete from corkboard.instance');
  await client.query('insert into corkboard.instance select * from h');
  client.release();
  t.true(await isCopy());
  await sql('select corkboard.adopt_database()');
  t.false(await isCopy());
});

test('a database whose restore has not reached the row about its instance is a copy, and a release does not adopt it', async t => {
  const { url, sql, isCopy } = await database(t);
  await sql('delete from corkboard.instance');
  t.true(await isCopy());
  t.true((await migrate(url)).isCopy);
  t.true(await isCopy());
  t.false((await migrate(url, { adopt: true })).isCopy);
});

test('adoption inside a savepoint fails, because the database would stay a copy', async t => {
  const { db, sql, isCopy } = await database(t);
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  const client = await db.connect();
  await client.query('begin; savepoint here');
  await t.throwsAsync(client.query('select corkboard.adopt_database()'), { message: /behind a savepoint/ });
  await client.query('rollback');
  client.release();
  t.true(await isCopy());
});

test('on a copy every function that returns something to send rejects', async t => {
  const { url, sql } = await database(t);
  const [{ id }] = await sql(
    `select id from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'pro', 0)`,
  );
  const [{ endpoint }] = await sql(
    `select (a.endpoint).id as endpoint from corkboard.add_endpoint($1, 'https://example.com/', 'json', '{client.created}') a`,
    id,
  );
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  const service = new pg.Pool({ connectionString: asService(url), max: 1 });
  t.teardown(() => service.end());
  for (const call of [
    `claim_attempts('{}', '{}', '{}', '{}')`,
    `record_heartbeat('pool', '{}', 'host', 1)`,
    `set_sign_in_code(gen_random_uuid(), '')`,
    `set_email_change_code('${id}', gen_random_uuid(), '')`,
    `renew_invitation_token('${id}', gen_random_uuid())`,
    `prepare_notifications('${id}', gen_random_uuid())`,
    `prepare_mail_attempt('${id}', gen_random_uuid())`,
    `disabled_notice('${id}', '${endpoint}')`,
    `revision_to_classify('${id}', gen_random_uuid())`,
    `enter_workspace('${id}'), corkboard.test_endpoint('${id}', '${endpoint}')`,
  ]) {
    await t.throwsAsync(service.query(`select 1 from corkboard.${call}`), { message: /is a copy/ }, call);
  }
});

test('a worker claims nothing and runs no task on a copy or on an older database', async t => {
  const { db, sql } = await database(t);
  const query = (text: string, values?: unknown[]) => db.query(text, values as any[]);
  const tasks = await loadTasks(
    { config: readConfig({}), dispatcher: {} as never, checkpoint: () => {} },
    false,
  );
  const refused = async (message: RegExp) => {
    await t.throwsAsync(claimAttempts(query, []), { message });
    for (const [name, task] of Object.entries(tasks)) {
      if (name === 'attempt_delivery') continue;
      await t.throwsAsync(async () => task!({}, { query } as never), { message }, name);
    }
  };
  t.deepEqual(await claimAttempts(query, []), []);
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  await refused(/is a copy/);
  await sql('select corkboard.adopt_database()');
  await sql(`update corkboard.releases set build_number = 0`);
  await refused(/not brought up to this version/);
  // An old release may not have these functions.
  await sql('drop function corkboard.check_ready(integer), corkboard.check_release(integer)');
  await refused(/check_(ready|release)/);
});

test('release -- --adopt --mute turns endpoints off, marks waiting deliveries as missed and deletes emails, on a copy only', async t => {
  const { url, sql, isCopy } = await database(t);
  const [{ id }] = await sql(
    `select id from corkboard.create_workspace('Studio', 'o@studio.example', 'USD', 'studio', 0)`,
  );
  const endpoints: string[] = [];
  for (const n of [1, 2, 3]) {
    const [{ endpoint }] = await sql(
      `select (a.endpoint).id as endpoint from corkboard.add_endpoint($1, 'https://example.com/' || $2::int, 'json', '{client.created}') a`,
      id,
      n,
    );
    endpoints.push(endpoint);
  }
  // More than one batch of deliveries is pending.
  await sql(
    `select corkboard.create_client(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, 'Client ' || n, null, null, null) from generate_series(1, 260) n`,
    id,
  );
  // Failures turned one of the endpoints off, and the email about that hasn't been sent yet.
  await sql(
    'update corkboard.webhook_endpoints set disabled_at = now(), notice_due_at = now() where id = $1',
    endpoints[2],
  );
  await sql(
    `select corkboard.mail_document($1, 'scope', p.id, 'document', 'ana@client.example', null, 'Scope', 'Hello')
       from (select (corkboard.create_project(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, c.id, 'Site', 'active', null, null, null, null)).id
               from corkboard.clients c limit 1) p,
            lateral corkboard.draft_scope(($1::uuid, 'app', 'o@studio.example')::corkboard.caller, p.id, '{Logo}', null, null, null, null) s`,
    id,
  );
  // Four emails are pending: a worker had locked one before the dump was made, and the others will be tried again.
  await sql(
    `select corkboard.request_sign_in_code('o@studio.example', sha256('a browser'), '192.0.2.1'),
            corkboard.set_member_email(m.workspace_id, m.id, 'new@studio.example'),
            corkboard.notify_members(m.workspace_id, 'approved', 'scope.approved', array[m.id])
       from corkboard.members m where m.workspace_id = $1`,
    id,
  );
  await sql(
    `update ${queuedJobs} set locked_at = now(), locked_by = 'a worker of the original'
      where id = (select min(id) from graphile_worker.jobs where task_identifier = 'mail_notice')`,
  );
  const waitingMails = async () =>
    (
      await sql(
        `select task_identifier as task from graphile_worker.jobs where task_identifier like 'mail%' order by 1`,
      )
    ).map(({ task }) => task);
  const states = () => sql('select status, count(*)::int from corkboard.webhook_deliveries group by 1');
  const on = () => sql('select 1 from corkboard.webhook_endpoints where disabled_at is null');
  await t.throwsAsync(migrate(url, { mute: true }), {
    message: '--mute can only be used together with --adopt.',
  });
  t.like(await migrate(url, { adopt: true, mute: true }), {
    isCopy: false,
    adoption: 'The database is no copy, so nothing was adopted or muted: what is pending in it is sent.',
  });
  t.is((await on()).length, 2);
  t.deepEqual(await states(), [{ status: 'pending', count: 780 }]);
  t.deepEqual(await waitingMails(), [
    ...['mail_document', 'mail_notice', 'mail_notice', 'mail_notifications', 'mail_sign_in'],
  ]);
  await sql(`update corkboard.instance set instance_id = 'elsewhere'`);
  const release = launch(t, 'release', { DATABASE_URL: url }, undefined, '--adopt', '--mute');
  t.deepEqual(
    [await release.ended, release.output()],
    [0, 'The copy is adopted and muted.\nThe database is up to date.\n'],
  );
  t.false(await isCopy());
  t.deepEqual(await on(), []);
  t.deepEqual(await states(), [{ status: 'missed', count: 780 }]);
  t.deepEqual(await waitingMails(), []);
  t.deepEqual(await sql('select 1 from corkboard.notifications'), []);
  t.deepEqual(await sql('select state from corkboard.document_mails'), [{ state: 'failed' }]);
  t.deepEqual(await sql('select 1 from corkboard.webhook_endpoints where notice_due_at is not null'), []);
  const told = await sql(
    `select record_id from corkboard.audit_log where action = 'endpoint.disabled' order by 1`,
  );
  t.deepEqual(
    told.map(({ record_id }) => record_id),
    endpoints.slice(0, 2).sort(),
  );
});
