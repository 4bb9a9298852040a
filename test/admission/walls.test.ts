import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { hashOfSecret } from '../../src/admission/key.ts';
import type { Account } from '../support/account.ts';
import { connected } from '../support/postgres.ts';
import { sharedWorld } from '../support/world.ts';

// Row-level security, the second wall between workspaces (sql/functions/tenancy/enable_row_security.sql). Here statements forget the
// first one, on connections as web has them.
const w = sharedWorld(test, 'api');

/** Tables without rows of workspaces, or, like sign_ins, with rows of people who are not authenticated yet. */
const global = [
  'applied_files',
  'instance',
  'migrations',
  'plans',
  'releases',
  'sign_ins',
  'sign_in_origins',
  'worker_pools',
  'workspace_removals',
];

/** The others, each with the column that names the workspace. */
const walled = async () => {
  const { rows } = await w.db.query<{ name: string; workspace: string }>(`
    select c.relname as name, case c.relname when 'workspaces' then 'id' else 'workspace_id' end as workspace
      from pg_class c where c.relnamespace = 'corkboard'::regnamespace and c.relkind = 'r'`);
  return rows.filter(({ name }) => !global.includes(name));
};

/** A connection as web has them, for as long as the test takes. */
const asWeb = (t: ExecutionContext, options?: string): Promise<pg.Client> =>
  connected(t, { connectionString: w.serviceUrl, ...(options && { options }) });

const hash = ({ key }: Account) => hashOfSecret(key);
/** Admission as a request has it, by the hash of its key in $1 and the workspace in $2. */
const admission = `corkboard.authorize_api_request($1, 'read', 1000000, 'read', $2) admitted`;
/** The values of an admission. */
const by = (account: Account) => [hash(account), account.id];

let studio: Account;
let stranger: Account;
test.serial.before(async () => {
  [studio, stranger] = [await furnished('Ours'), await furnished('Theirs')];
});

/** A workspace with a row in most tables. */
async function furnished(name: string): Promise<Account> {
  const studio = await w.workspace();
  const project = await studio.project({ clientId: (await studio.client({ name })).id, name });
  await studio.scope(project.id);
  await studio.invoice(project.id);
  await studio.post(`/projects/${project.id}/time`, { minutes: 5 }, { 'Idempotency-Key': 'five' });
  await w.sql(
    `select corkboard.add_endpoint($1, 'https://hooks.example/', 'json', '{client.created}')`,
    studio.id,
  );
  await studio.client({ name });
  return studio;
}

test('every table with rows of workspaces has a row policy, and no other table has', async t => {
  const { rows } = await w.db.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_policy p on p.polrelid = c.oid and p.polname = 'workspace'
     where c.relnamespace = 'corkboard'::regnamespace and c.relrowsecurity
       and p.polpermissive and p.polcmd = '*' and p.polroles = '{0}'`);
  t.deepEqual(rows.map(({ name }) => name).sort(), (await walled()).map(({ name }) => name).sort());
});

test('a transaction that was not admitted sees no row and writes none', async t => {
  const client = await asWeb(t);
  for (const { name } of await walled()) {
    t.deepEqual((await client.query(`select 1 from corkboard.${name}`)).rowCount, 0, name);
  }
  t.is((await client.query(`update corkboard.clients set name = 'Seen'`)).rowCount, 0);
  await t.throwsAsync(
    client.query(
      `insert into corkboard.clients (workspace_id, name, created_via) values ($1, 'New', 'app')`,
      [studio.id],
    ),
    { message: /violates row-level security policy/ },
  );
});

test('a raw query in a request’s transaction can’t reach another workspace', async t => {
  const client = await asWeb(t);
  await client.query('begin');
  await client.query(`select 1 from ${admission}`, by(studio));
  let seen = 0;
  for (const { name, workspace } of await walled()) {
    const { rows } = await client.query(`select distinct ${workspace} as id from corkboard.${name}`);
    t.deepEqual(
      rows.filter(({ id }) => id !== studio.id),
      [],
      name,
    );
    seen += rows.length;
    const asked = await client.query(`select 1 from corkboard.${name} where ${workspace} = $1`, [
      stranger.id,
    ]);
    t.is(asked.rowCount, 0, name);
  }
  t.true(seen > 15, `rows of ours in ${seen} tables`);
  t.is((await client.query(`select 1 from corkboard.clients`)).rowCount, 2);
  t.is((await client.query(`update corkboard.clients set name = name`)).rowCount, 2);
  t.is(
    (await client.query(`delete from corkboard.notes where workspace_id = $1`, [stranger.id])).rowCount,
    0,
  );
  const refused: [string, unknown[], RegExp][] = [
    [
      `insert into corkboard.clients (workspace_id, name, created_via) values ($1, 'New', 'app')`,
      [stranger.id],
      /violates row-level security policy/,
    ],
    ['update corkboard.clients set workspace_id = $1', [stranger.id], /violates row-level security policy/],
    ['select corkboard.enter_workspace($1)', [stranger.id], /for another workspace/],
    [`select corkboard.create_key($1, 'Mine')`, [stranger.id], /for another workspace/],
    ['select 1 from corkboard_ops.endpoint_health', [], /permission denied/],
  ];
  for (const [statement, values, message] of refused) {
    await client.query('savepoint here');
    await t.throwsAsync(client.query(statement, values), { message }, statement);
    await client.query('rollback to here');
  }
  const { rows } = await client.query(`select total from corkboard.search_clients($1, 'theirs', 10, 0)`, [
    stranger.id,
  ]);
  t.deepEqual(rows, [{ total: '0' }]);
  await client.query('commit');
  const { rows: names } = await w.db.query('select name from corkboard.clients where workspace_id = $1', [
    stranger.id,
  ]);
  t.deepEqual(names, [{ name: 'Theirs' }, { name: 'Theirs' }]);
});

/** Reads that forget the workspace, in several shapes of plans. */
const forgetful = {
  'a list': 'select json_agg(c.name order by c.name) as names from corkboard.clients c',
  'a page in the order of an index':
    'select json_agg(c.name) as names from (select name from corkboard.clients where trashed_at is null order by name collate "und-x-icu", id limit 1000) c',
  'a join': `select json_agg(c.name) as names from corkboard.workspaces w
     join corkboard.clients c on c.workspace_id = w.id join corkboard.projects p on p.workspace_id = c.workspace_id and p.client_id = c.id`,
  'a join with everything hashed': `select json_agg(distinct c.name) as names from corkboard.clients c
     left join corkboard.audit_log a on a.record_id = c.id left join corkboard.invoices i on i.workspace_id = c.workspace_id`,
  'a subquery that depends on nothing': `select json_agg(n.name) as names
     from (values ((select max(name) from corkboard.clients))) n (name)`,
};

/** Admission and such a read in one statement: as a column, or beside it. */
const admitting = {
  ...Object.fromEntries(
    Object.entries(forgetful).map(([shape, read]) => [
      shape,
      `select case when admitted.refusal is null then (select row_to_json(a)::text from (${read}) a) end as answer from ${admission}`,
    ]),
  ),
  // Without its offset it is pulled up: the policy's workspace then stands for the admission's too, and is asked for before it.
  'a lateral read': `select json_build_object('names', json_agg(c.name))::text as answer from ${admission}
     cross join lateral (
       select c.name from corkboard.workspaces w join corkboard.clients c on c.workspace_id = w.id
        where w.id = admitted.workspace_id and admitted.refusal is null offset 0
     ) c`,
};

for (const plans of ['force_generic_plan', 'force_custom_plan', 'auto']) {
  test(`a read that forgets the workspace, in one statement with admission, finds that of the key: ${plans}`, async t => {
    // Each plan is made while no caller is admitted: admission lasts for a transaction.
    const client = await asWeb(t, `-c plan_cache_mode=${plans}`);
    for (const [n, text] of Object.values(admitting).entries())
      await client.query(`prepare read_${n} (bytea, uuid) as ${text}`);
    for (const [n, shape] of Object.keys(admitting).entries()) {
      for (let i = 0; i < 7; i++) {
        for (const [account, name] of [
          [studio, 'Ours'],
          [stranger, 'Theirs'],
        ] as const) {
          const values = `'\\x${hash(account).toString('hex')}', '${account.id}'`;
          const { rows } = await client.query(`execute read_${n} (${values})`);
          t.deepEqual([...new Set(JSON.parse(rows[0].answer).names)], [name], shape);
        }
      }
    }
  });
}

test('a connection carries no workspace into the next transaction', async t => {
  const client = await asWeb(t);
  const seesNothing = async (after: string) => {
    const { rows } = await client.query('select corkboard.current_workspace() as entered');
    t.is(rows[0].entered, null, after);
    t.is((await client.query('select 1 from corkboard.clients')).rowCount, 0, after);
  };
  await seesNothing('nothing');
  await client.query(`select 1 from ${admission}`, by(studio));
  await seesNothing('a read');
  await client.query(`select corkboard.lock_workspace($1)`, [studio.id]);
  await seesNothing('a write');
  await client.query('begin');
  await client.query(`select 1 from ${admission}`, by(stranger));
  await t.throwsAsync(client.query('select 1 / 0'));
  await client.query('rollback');
  await seesNothing('a transaction that failed');
  await t.throwsAsync(
    client.query(`select corkboard.reject('conflict', 'No.') from ${admission}`, by(stranger)),
  );
  await seesNothing('a refusal');
});

test('functions that run as their owner qualify all names, and only the service may call them', async t => {
  const { rows } = await w.db.query<{ name: string; config: string[]; acl: string }>(`
    select p.oid::regprocedure::text as name, p.proconfig as config, p.proacl::text as acl
      from pg_proc p where p.pronamespace = 'corkboard'::regnamespace and p.prosecdef`);
  t.true(rows.length > 10);
  for (const { name, config, acl } of rows) {
    t.true(config.includes('search_path=pg_catalog, pg_temp'), name);
    t.regex(acl, /corkboard_app=X/, name);
    // An entry that begins with = is for every role.
    t.notRegex(acl, /[{,]=/, name);
  }
});
