import test, { type ExecutionContext } from 'ava';
import type pg from 'pg';
import { Client, clientPool } from '../../src/database/client.ts';
import { connectionTo } from '../../src/database/connect.ts';
import { FaultyProxy } from '../support/faultyProxy.ts';
import { sharedWorld } from '../support/world.ts';

const w = sharedWorld(test, 'api');

/** How long a response may take, in ms: longer than any takes on a busy machine. */
const answerMs = 3_000;

/** A proxy to the database, and a pool with one connection through it and a short query timeout. */
async function proxied(t: ExecutionContext) {
  const proxy = await FaultyProxy.open(() => Number(new URL(w.databaseUrl).port));
  const pool = clientPool({
    ...connectionTo(proxy.through(w.databaseUrl), 'worker'),
    answerMs,
    max: 1,
  });
  t.teardown(() => pool.end().then(() => proxy.close()));
  return { proxy, pool };
}

test('every process limits the time for connections, statements and responses, and sends keepalives', t => {
  for (const name of ['web', 'worker', 'operator', 'release'] as const) {
    const { connectionTimeoutMillis, statement_timeout, answerMs, keepAlive } = connectionTo(
      w.databaseUrl,
      name,
    );
    t.true(connectionTimeoutMillis! > 0 && keepAlive, name);
    // PostgreSQL's timeout is shorter, so that the statement has ended when the client gives up.
    t.true((statement_timeout as number) > 0 && answerMs > (statement_timeout as number), name);
  }
});

test('a query without a response fails, and its connection is not used again', async t => {
  const { proxy, pool } = await proxied(t);
  const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const before = await pid();
  proxy.silence();
  await t.throwsAsync(pid(), { message: /terminated/ });
  t.not(await pid(), before);
});

test('a checked-out connection without a response is closed and replaced', async t => {
  const { proxy, pool } = await proxied(t);
  const client = await pool.connect();
  proxy.silence();
  await t.throwsAsync(client.query('select 1'), { message: /terminated/ });
  client.release();
  t.is((await pool.query('select 1 as one')).rows[0].one, 1);
});

test('a pool has ended when its connections are closed, or soon if they don’t close', async t => {
  for (const isInUse of [false, true]) {
    const pool = clientPool({ ...connectionTo(w.databaseUrl, 'worker'), max: 1 });
    const client = await pool.connect();
    let isClosed = false;
    client.on('end', () => {
      isClosed = true;
    });
    if (!isInUse) client.release();
    await pool.end();
    t.is(isClosed, !isInUse);
    if (isInUse) client.release();
  }
});

test('a pool ends although one of its connections breaks while it closes', async t => {
  const pool = clientPool({ ...connectionTo(w.databaseUrl, 'worker'), max: 1 });
  const client = (await pool.connect()) as pg.PoolClient & Client;
  client.release();
  const end = client.end.bind(client) as (done: () => void) => void;
  client.end = ((done: () => void) => {
    end(done);
    client.connection.stream.destroy(new Error('reset'));
  }) as never;
  await t.notThrowsAsync(pool.end());
});

test('a timely response is unchanged, and its timer is removed', async t => {
  const client = new Client({ ...connectionTo(w.databaseUrl, 'operator'), answerMs });
  client.on('error', () => {});
  await client.connect();
  t.teardown(() => client.end());
  t.is((await client.query('select $1::int as n', [7])).rows[0].n, 7);
  await t.throwsAsync(client.query('select 1 / 0'), { message: /division by zero/ });
  // The connection is idle for longer than a response may take.
  await new Promise(done => setTimeout(done, answerMs + 500));
  t.is((await client.query({ text: 'select 8 as n', name: 'eight' })).rows[0].n, 8);
});
