import { EventEmitter } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { connect, type ProcessName, settingsOf } from '../../src/database/connect.ts';
import { checkNotifications, checkPooler, checkPrepared, checkSettings } from '../../src/database/pooler.ts';
import { StartError } from '../../src/errors/startError.ts';
import { account } from '../support/account.ts';
import { subscriptions } from '../support/hooks.ts';
import { launch } from '../support/launch.ts';
import { installed, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { missing } from '../support/toolchain.ts';
import { world } from '../support/world.ts';

// A connection pooler between the processes and PostgreSQL. The PgBouncer tests run with each installed version.
const w = world(test);
const h = subscriptions(w);

const password = 'of the tests alone';

/** Creates a role with the privileges of corkboard_app and with a process's settings, or others. Returns its URL. */
async function roleFor(t: ExecutionContext, name: string, settings: Record<string, string>): Promise<string> {
  const username = `corkboard_pooled_${process.pid}_${name}`;
  await w.db.query(`create role ${username} login password '${password}' in role corkboard_app`);
  t.teardown(async () => void (await w.db.query(`drop role ${username}`)));
  for (const [name, value] of Object.entries(settings)) {
    await w.db.query(`alter role ${username} set ${name} = '${value}'`);
  }
  return Object.assign(new URL(w.databaseUrl), { username, password }).href;
}

async function connected(t: ExecutionContext, process: ProcessName) {
  const client = await connect(w.serviceUrl, process);
  t.teardown(() => client.end());
  return client;
}

test.serial('a release can check a direct connection to PostgreSQL, which lacks nothing', async t => {
  const release = launch(t, 'release', { DATABASE_URL: w.serviceUrl }, undefined, '--check');
  t.is(await release.ended, 0);
  t.is(release.output(), 'Connections to this database have all that web and worker need.\n');
});

for (const process of ['web', 'worker', 'release'] as const) {
  test.serial(`${process} reports by name which of its settings its connections lack`, async t => {
    const client = await connected(t, process);
    for (const [name, value] of Object.entries(settingsOf(process))) {
      await t.notThrowsAsync(checkSettings(client, process));
      await client.query(
        `select set_config(name, case boot_val when $2 then enumvals[array_length(enumvals, 1)] else boot_val end, false)
         from pg_settings where name = $1`,
        [name, value],
      );
      const message = new RegExp(
        `^A pooler .* drops ${name}, which must be ${value} for ${process}: [^\n]+$`,
      );
      await t.throwsAsync(checkSettings(client, process), { message });
      await client.query(`reset ${name}`);
    }
  });
}

test.serial(
  'every process works at PostgreSQL’s own isolation level, whatever the role’s default is',
  async t => {
    const url = await roleFor(t, 'strict', { default_transaction_isolation: 'serializable' });
    for (const process of ['web', 'worker', 'operator', 'release'] as const) {
      const client = await connect(url, process);
      const { rows } = await client.query('show transaction_isolation');
      await client.end();
      t.deepEqual(rows, [{ transaction_isolation: 'read committed' }], process);
    }
  },
);

test.serial('prepared statements that end up on another connection are reported', async t => {
  const [one, other] = [await connected(t, 'web'), await connected(t, 'web')];
  await t.notThrowsAsync(checkPrepared(one, other));
  // A pooler hands the next client a connection with statements that another client prepared.
  const next = { query: ({ name, text }: pg.QueryConfig) => one.query(`prepare ${name} as ${text}`) };
  await t.throwsAsync(checkPrepared(one, next as never), { message: /max_prepared_statements above 0/ });
});

test.serial('notifications that end up on another connection are reported', async t => {
  const [one, other] = [await connected(t, 'worker'), await connected(t, 'worker')];
  await t.notThrowsAsync(checkNotifications(one, other));
  const deaf = Object.assign(new EventEmitter(), { query: (text: string) => other.query(text) });
  await t.throwsAsync(checkNotifications(deaf as never, other, 100), {
    message: /must lead to PostgreSQL itself/,
  });
});

/** The startup parameters that PgBouncer passes although it doesn't know them. */
const ignoring = { ignore_startup_parameters: 'options,lock_timeout,statement_timeout,extra_float_digits' };

/** Checks what is reported of a process's connections through PgBouncer. */
const refused = (t: ExecutionContext, process: 'web' | 'worker', url: string, message: RegExp) =>
  t.throwsAsync(checkPooler(url, process), { instanceOf: StartError, message });

/**
 * Checks that a web process behind PgBouncer answers simultaneous reads and writes of several workspaces, each with its
 * own data.
 */
async function serves(t: ExecutionContext, url: string): Promise<void> {
  const web = launch(t, 'web', { DATABASE_URL: url, PORT: '0' });
  const baseUrl = `http://127.0.0.1:${await web.says(/"port":(\d+)/)}`;
  const studios = await Promise.all(Array.from({ length: 6 }, () => w.workspace()));
  await Promise.all(
    studios.map(async ({ id, key }) => {
      const there = account(baseUrl, w.db, id, key);
      for (let n = 1; n <= 5; n++) {
        t.is((await there.post('/clients', { name: `Client ${n} of ${id}` })).status, 201);
        const { status, body } = await there.get('/clients');
        t.is(status, 200);
        t.is(body.page.total, n);
        for (const { name } of body.data) t.true(name.endsWith(id), name);
      }
    }),
  );
}

const bouncers = installed();
if (bouncers.length === 0) missing('PgBouncer (apt-get install pgbouncer)');
for (const bouncer of bouncers) behind(bouncer);

function behind(bouncer: PgBouncer): void {
  const says = (what: string) => `PgBouncer ${bouncer.version / 100}: ${what}`;
  const pooled = (t: ExecutionContext, url: string, settings: Record<string, string | number>) =>
    startPgBouncer(t, bouncer, url, settings);
  const suffix = `${bouncer.version}`;

  test.serial(says('with default settings it is rejected in one line that names the setting'), async t => {
    const url = await pooled(t, w.serviceUrl, { pool_mode: 'transaction' });
    const web = launch(t, 'web', { DATABASE_URL: url, PORT: '0' });
    t.is(await web.ended, 1);
    t.regex(web.output(), /^[^\n]+ ignore_startup_parameters of PgBouncer must name options[^\n]+\n$/);
  });

  test.serial(says('if it drops limits, it is rejected in one line that names them'), async t => {
    const url = await pooled(t, w.serviceUrl, { pool_mode: 'transaction', ...ignoring });
    for (const process of ['web', 'worker'] as const) {
      const check = launch(t, 'release', { DATABASE_URL: url }, undefined, '--check', process);
      t.is(await check.ended, 1);
      t.regex(
        check.output(),
        RegExp(`^A pooler [^\\n]+ drops \\w+, which must be \\w+ for ${process}: [^\\n]+\\n$`),
      );
    }
  });

  test.serial(
    says('in transaction mode web works where prepared statements are kept, and the check says so where not'),
    async t => {
      const role = await roleFor(t, `web${suffix}`, settingsOf('web'));
      const transactions = { pool_mode: 'transaction', default_pool_size: 4, ...ignoring };
      if (bouncer.version >= 121) {
        await serves(t, await pooled(t, role, { ...transactions, max_prepared_statements: 200 }));
      }
      const none = bouncer.version >= 121 ? { max_prepared_statements: 0 } : {};
      const url = await pooled(t, role, { ...transactions, ...none });
      await refused(t, 'web', url, /max_prepared_statements above 0/);
    },
  );

  test.serial(says('in session mode web and worker work'), async t => {
    const sessions = { pool_mode: 'session', default_pool_size: 40, ...ignoring };
    await serves(t, await pooled(t, await roleFor(t, `websession${suffix}`, settingsOf('web')), sessions));
    const role = await roleFor(t, `worker${suffix}`, settingsOf('worker'));
    const worker = launch(t, 'worker', {
      DATABASE_URL: await pooled(t, role, sessions),
      WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    await worker.says(/worker is working/);
    const studio = await w.workspace();
    const hook = await h.subscribe(studio.id);
    await studio.client();
    t.is((await hook.gets(1)).length, 1);
  });

  if (bouncer.version >= 121) {
    test.serial(
      says('in transaction mode the check for a worker reports that it would get no notifications'),
      async t => {
        const role = await roleFor(t, `deaf${suffix}`, settingsOf('worker'));
        const url = await pooled(t, role, {
          pool_mode: 'transaction',
          max_prepared_statements: 200,
          ...ignoring,
        });
        await refused(t, 'worker', url, /must lead to PostgreSQL itself/);
      },
    );
  }
}
