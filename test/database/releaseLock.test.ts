import test, { type ExecutionContext } from 'ava';
import { connect } from '../../src/database/connect.ts';
import { underReleaseLock } from '../../src/database/releaseLock.ts';
import { StartError } from '../../src/errors/startError.ts';
import { eventually } from '../support/eventually.ts';
import { world } from '../support/world.ts';

const w = world(test);

async function connected(t: ExecutionContext) {
  const client = await connect(w.databaseUrl, 'release');
  t.teardown(() => client.end());
  return client;
}

test.serial(
  'a release that waits for another one gives up eventually and says who holds the lock',
  async t => {
    const [one, other] = [await connected(t), await connected(t)];
    const { rows } = await one.query('select pg_backend_pid() as pid');
    await underReleaseLock(one, async () => {
      await t.throwsAsync(
        underReleaseLock(other, async () => t.fail('Two releases at once.'), 1),
        {
          instanceOf: StartError,
          message: new RegExp(`^Another release does not end: process ${rows[0].pid} \\(corkboard release, `),
        },
      );
    });
  },
);

test.serial('the database’s limits on idle transactions don’t end the release’s lock', async t => {
  const limits = `select name, setting from pg_settings where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`;
  const { rows } = await w.db.query(limits);
  const database = new URL(w.databaseUrl).pathname.slice(1);
  for (const { name } of rows) await w.db.query(`alter database ${database} set ${name} = '1h'`);
  const holder = await connected(t);
  for (const { setting } of (await holder.query(limits)).rows) t.is(setting, '3600000');
  await underReleaseLock(holder, async () => {
    for (const { name, setting } of (await holder.query(limits)).rows) t.is(setting, '0', name);
  });
});

test.serial('a statement of a killed release ends by itself', async t => {
  const killed = await connected(t);
  const { rows } = await killed.query('select pg_backend_pid() as pid');
  const doing = killed.query('select pg_sleep(3600)');
  const isAtIt = async () => {
    const { rowCount } = await w.db.query(
      `select 1 from pg_stat_activity where pid = $1 and query ~ 'pg_sleep'`,
      [rows[0].pid],
    );
    return rowCount === 1;
  };
  await eventually(isAtIt);
  // The system closes the connections of a killed process in the same way.
  killed.connection.stream.destroy();
  await t.throwsAsync(doing);
  t.false(await eventually(isAtIt, isThere => !isThere));
});
