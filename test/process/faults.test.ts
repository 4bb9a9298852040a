import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { bareEnv } from '../support/launch.ts';
import { sharedWorld } from '../support/world.ts';

// An unexpected error ends a process. The log reports it without the statements and rows that it quotes.
const w = sharedWorld(test, 'processes');

const source = (name: string) => JSON.stringify(join(import.meta.dirname, '../../src', name));

/** The modules that the service's processes import first, and a PostgreSQL error that quotes a row. */
const beginning = `
  import { run } from ${source('bin/process.ts')};
  import { StartError } from ${source('errors/startError.ts')};
  import { openPool } from ${source('database/pool.ts')};
  const secret = 'never-leaves';
  const fault = async () => {
    const pool = openPool(process.env.DATABASE_URL, 1);
    const insert = () => pool.query('insert into corkboard.plans (name) values ($1)', [secret]);
    await insert().catch(() => {});
    await insert();
  };
  const stop = async () => {};
`;

/** Starts a process with these variables that runs this code first. */
const started = (start: string, env: Record<string, string> = {}) =>
  spawn(
    process.execPath,
    ['--input-type=module', '-e', `${beginning} await run(async (config, stopping) => { ${start} });`],
    {
      env: { ...bareEnv, DATABASE_URL: w.databaseUrl, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );

/** Runs a process with these variables that runs this code first. Returns its exit status and output. */
async function ran(start: string, env: Record<string, string> = {}) {
  const child = started(start, env);
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, out, err };
}

for (const [name, start, message] of [
  ['at its start', 'await fault();', /unique/],
  [
    'in a promise that is not awaited, and that is no error',
    `setTimeout(() => Promise.reject({ detail: secret })); return stop;`,
    /A value of type object was thrown/,
  ],
] as const) {
  test(`a fault ${name} is one log line without values, and status 1`, async t => {
    const { status, out, err } = await ran(start);
    t.is(status, 1);
    t.is(err, '');
    const [line, ...more] = out.trimEnd().split('\n');
    t.deepEqual(more, []);
    const logged = JSON.parse(line!);
    t.is(logged.level, 60);
    t.regex(JSON.stringify(logged.err), message);
    t.regex(logged.err.stack, /^ +at /);
    t.notRegex(out, /never-leaves|insert into/);
  });
}

test('the log lines before a fault are complete and in order, and the last one has no values of the error', async t => {
  const { status, out } = await ran(`
    const { log } = await import(${source('log.ts')});
    for (let n = 0; n < 5000; n++) log.info({ n });
    setTimeout(() => {
      for (let n = 5000; n < 5005; n++) log.info({ n });
      throw Object.assign(new Error('in a callback'), { values: [secret] });
    }, 5);
    return stop;`);
  t.is(status, 1);
  const lines = out
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
  t.like(lines.pop(), { level: 60, err: { message: 'in a callback' } });
  t.notRegex(out, /never-leaves/);
  t.deepEqual(
    lines.map(({ n }) => n),
    Array.from({ length: 5005 }, (_, n) => n),
  );
});

/** Makes the log write more lines than the pipe to its reader holds (64 KB). */
const manyLines = `
  const { log } = await import(${source('log.ts')});
  for (let n = 0; n < 5000; n++) log.info({ n });`;

test('SIGTERM loses no log line, even if the reader of the log stalls for seconds', async t => {
  const child = started(`${manyLines} console.error('ready'); return async () => log.info({ n: 5000 });`);
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  // A failed process waits for its reader for less time than this.
  await pause(6_000);
  const [out, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  t.is(status, 0);
  t.deepEqual(
    out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
      .map(({ n, msg }) => n ?? msg),
    [...Array(5000).keys(), 'stopping', 5000],
  );
});

test('a start that is told to stop while it waits ends with 0', async t => {
  const child = started(`
    // Its listeners for signals are there by then, and don't keep it from ending.
    setInterval(() => console.error('ready'), 100);
    await new Promise((_, reject) => stopping.addEventListener('abort', () => reject(stopping.reason)));`);
  t.teardown(() => child.kill('SIGKILL'));
  await once(child.stderr, 'data');
  child.kill('SIGTERM');
  t.deepEqual(await once(child, 'close'), [0, null]);
});

test('a fault ends a process whose log isn’t read, with one line on standard error', async t => {
  const child = started(`${manyLines} setTimeout(() => { throw new TypeError(secret); }); return stop;`);
  t.teardown(() => child.kill('SIGKILL'));
  const [err, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  t.is(status, 1);
  t.is(err, "The process ends because of a fault (TypeError), and its log can't be written.\n");
});

test('a known reason not to start is one line, and LOG_LEVEL warn leaves out what is for information', async t => {
  const start = `
    const { log } = await import(${source('log.ts')});
    log.info('request');
    throw new StartError('The moon is full.');`;
  t.deepEqual(await ran(start, { LOG_LEVEL: 'warn' }), {
    status: 1,
    out: '',
    err: 'The moon is full.\n',
  });
});

test('a mistyped variable is one line, and nothing is started', async t => {
  const { status, out, err } = await ran(`console.log('started');`, { PGSSLMODE: 'verify-full\n' });
  t.deepEqual({ status, out }, { status: 1, out: '' });
  t.regex(err, /^PGSSLMODE must be [^\n]+\.\n$/);
});
