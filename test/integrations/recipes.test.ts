import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { listen } from '../../harness/listen.ts';
import type { Account } from '../support/account.ts';
import { copyOfExample } from '../support/toolchain.ts';
import { within } from '../support/within.ts';
import { world } from '../support/world.ts';

// The import and the sync of examples/programs, which docs/integrators.md explains.
const w = world(test);

/** Starts one of these programs. It is stopped after the test at the latest. */
function runRecipe(
  t: ExecutionContext,
  cwd: string,
  name: string,
  { baseUrl, key }: { baseUrl: string; key: string },
) {
  const env = { CORKBOARD_URL: baseUrl, CORKBOARD_KEY: key };
  const child = spawn(process.execPath, [name], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  t.teardown(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', piece => (errors += piece));
  /** Its exit status, or the signal that ended it, and its standard error. */
  const closed = once(child, 'close').then(([code, signal]) => ({ status: code ?? signal, errors }));
  return { child, ended: within(120_000, closed, () => `${name} did not end: ${errors}`) };
}

/** Handles an intercepted request. `forward` sends it to the service once, and returns the response. */
type Intercept = (
  request: { number: number; path: string },
  forward: () => Promise<Response>,
) => Promise<Response | 'disconnect'>;

/**
 * Starts a proxy between a program and the service. `decide` handles each request, counted from 1: it decides when to
 * forward it and how to respond. Returns the proxy's address. The proxy ends with the test.
 */
async function intercept(t: ExecutionContext, decide: Intercept): Promise<string> {
  let number = 0;
  const server = createServer(async (req, res) => {
    const { method = '', url = '' } = req;
    const body = await buffer(req);
    const given = ['authorization', 'content-type', 'idempotency-key']
      .filter(name => req.headers[name] !== undefined)
      .map(name => [name, `${req.headers[name]}`]);
    const init = { method, headers: Object.fromEntries(given), body: method === 'GET' ? null : body };
    const answer = await decide({ number: ++number, path: url }, () => fetch(w.baseUrl + url, init));
    if (answer === 'disconnect') res.destroy();
    else await reply(res, answer);
  });
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

async function reply(res: ServerResponse, answer: Response): Promise<void> {
  const retryAfter = answer.headers.get('Retry-After');
  if (retryAfter !== null) res.setHeader('Retry-After', retryAfter);
  res.writeHead(answer.status, { 'Content-Type': 'application/json' });
  res.end(Buffer.from(await answer.arrayBuffer()));
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `crm-${n}`,
    // Names repeat, as they do in any real list: only the id tells the rows apart.
    name: `Client ${n % 10}`,
    company: `Firm ${n}, Zoë & Söhne`,
    email: `client-${n}@firm.example`,
    notes: `Row ${n}`,
  }));

const clientsOf = (studio: Account) =>
  w.sql(
    'select id, name, company, email, notes from corkboard.clients where workspace_id = $1 order by email',
    studio.id,
  );

const busy = () =>
  new Response(JSON.stringify({ error: 'Busy.', code: 'rate_limited' }), {
    status: 429,
    headers: { 'Retry-After': '0' },
  });

/** A folder with the programs and rows to import. */
async function importOf(t: ExecutionContext, rows: object[]) {
  const folder = await copyOfExample(t, 'programs');
  const write = (changed: object[]) => writeFile(join(folder, 'clients.json'), JSON.stringify(changed));
  await write(rows);
  return {
    write,
    journal: join(folder, 'imported.jsonl'),
    run: (studio: { baseUrl: string; key: string }) => runRecipe(t, folder, 'import.mjs', studio),
  };
}

test('an import that is killed at random points creates each client once', async t => {
  const studio = await w.workspace();
  const rows = rowsOf(40);
  const { run, journal } = await importOf(t, rows);
  // The numbers of the requests during which the program is killed. They differ in each run of the tests.
  const random = (from: number) => from + Math.floor(Math.random() * 10);
  const points = { before: random(1), after: random(11), answered: random(21) };
  t.log(`killed at requests ${Object.values(points).join(', ')}`);
  let program: ReturnType<typeof run>;
  const kill = () => program.child.kill('SIGKILL');
  const baseUrl = await intercept(t, async ({ number }, forward) => {
    if (number === 33) return busy();
    if (number === points.before) kill();
    // The program is dead, and its request was still sent: it was on its way.
    const answer = await forward();
    if (number === points.after) kill();
    if (number === points.answered) setImmediate(kill);
    return number === 35 ? 'disconnect' : answer;
  });
  for (let stops = 1; stops <= 4; stops++) {
    program = run({ baseUrl, key: studio.key });
    const { status, errors } = await program.ended;
    t.is(status, stops === 4 ? 0 : 'SIGKILL', errors);
    // A stop can leave the last line incomplete.
    if (stops === 2) await truncate(journal, (await readFile(journal)).length - 7);
  }
  const lines = (await readFile(journal, 'utf8')).split('\n').slice(0, -1);
  const idOf = new Map(lines.map(line => JSON.parse(line)).map(({ id, clientId }) => [id, clientId]));
  const byEmail = rows.toSorted((one, other) => (one.email < other.email ? -1 : 1));
  t.deepEqual(
    await clientsOf(studio),
    byEmail.map(({ id, ...row }) => ({ id: idOf.get(id), ...row })),
  );
});

test('an import names the rows that are rejected, imports the others up to a limit of the plan, and continues when both are corrected', async t => {
  const studio = await w.workspace({ plan: 'free' });
  const rows = rowsOf(5);
  const { run, write } = await importOf(t, rows.with(1, { ...rows[1]!, email: 'none' }));
  const { status, errors } = await run(studio).ended;
  t.is(status, 1);
  t.regex(errors, /^crm-1: email .*The free plan allows 3 clients/s);
  t.deepEqual(
    (await clientsOf(studio)).map(({ notes }) => notes),
    ['Row 0', 'Row 2', 'Row 3'],
  );
  await w.sql(`update corkboard.workspaces set plan = 'pro' where id = $1`, studio.id);
  await write(rows);
  t.deepEqual(await run(studio).ended, { status: 0, errors: '' });
  t.deepEqual(
    (await clientsOf(studio)).map(({ email }) => email),
    rows.map(({ email }) => email),
  );
});

const caller = `($1::uuid, 'app', 'owner@studio.example')::corkboard.caller`;

const addClients = (studio: Account, from: number, to: number) =>
  w.sql(
    `select (corkboard.create_client(${caller}, 'Client ' || lpad(n::text, 5, '0'), null, null, null)).id
     from generate_series($2::int, $3::int) n`,
    ...[studio.id, from, to],
  );

const addProjects = (studio: Account, clientId: string, count: number) =>
  w.sql(
    `select (corkboard.create_project(${caller}, $2, 'Project ' || n, 'active', null, null, null, null)).id
     from generate_series(1, $3::int) n`,
    ...[studio.id, clientId, count],
  );

/** Runs the sync behind an interceptor that does something while each page is read. Returns the copies that it wrote. */
async function sync(t: ExecutionContext, studio: Account, whileRead: Intercept) {
  const folder = await copyOfExample(t, 'programs');
  const baseUrl = await intercept(t, whileRead);
  const { status, errors } = await runRecipe(t, folder, 'sync.mjs', { baseUrl, key: studio.key }).ended;
  t.is(status, 0, errors);
  return async (name: string): Promise<any[]> =>
    JSON.parse(await readFile(join(folder, `corkboard-${name}.json`), 'utf8'));
}

const idsOf = (records: { id: string }[]) => records.map(({ id }) => id).sort();

const idsIn = async (table: 'clients' | 'projects', studio: Account) =>
  idsOf(
    await w.sql(
      `select id from corkboard.${table} where workspace_id = $1 and trashed_at is null`,
      studio.id,
    ),
  );

test('a sync waits when the reads of the minute are used up, finds exactly the clients that are left while others add and trash them, and reads archived projects', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const [{ id: clientId }] = (await addClients(studio, 1, 250)) as [{ id: string }];
  const [archived] = await addProjects(studio, clientId, 2);
  await w.sql(`update corkboard.projects set status = 'archived' where id = $1`, archived.id);
  const trashAny = () =>
    w.sql(
      `select corkboard.trash_client($1, (
         select id from corkboard.clients where workspace_id = $1 and id <> $2 and trashed_at is null order by random() limit 1))`,
      ...[studio.id, clientId],
    );
  let pages = 0;
  const copy = await sync(t, studio, async ({ number, path }, forward) => {
    if (number === 3) return busy();
    if (!path.includes('/clients') || ++pages > 8) return forward();
    // The new names sort before, between and after the others.
    const name = [0, 150, 99_000][pages % 3]! + pages;
    const [answer] = await Promise.all([forward(), addClients(studio, name, name), trashAny()]);
    return answer;
  });
  t.true(pages > 8);
  t.deepEqual(idsOf(await copy('clients')), await idsIn('clients', studio));
  t.deepEqual(idsOf(await copy('projects')), await idsIn('projects', studio));
  t.deepEqual(await copy('invoices'), []);
});

test('a sync finds a project that two walks in a row missed', async t => {
  const studio = await w.workspace({ plan: 'studio' });
  const { id: clientId } = await studio.client();
  await addProjects(studio, clientId, 300);
  const pages: string[][] = [];
  let transient: string;
  const copy = await sync(t, studio, async ({ path }, forward) => {
    if (!path.includes('/projects')) return forward();
    const answer = await forward();
    pages.push(idsOf(((await answer.clone().json()) as any).data));
    // In two walks of three pages each, a project is added after the first page and trashed after the second. So the
    // third page begins one project too late.
    if (pages.length === 1 || pages.length === 4)
      [{ id: transient }] = (await addProjects(studio, clientId, 1)) as [{ id: string }];
    if (pages.length === 2 || pages.length === 5)
      await w.sql('select corkboard.trash_project($1, $2)', studio.id, transient);
    return answer;
  });
  const found = (walk: string[][]) => [...new Set(walk.flat())].sort();
  t.is(found(pages.slice(0, 3)).length, 299);
  t.deepEqual(found(pages.slice(0, 3)), found(pages.slice(3, 6)));
  t.deepEqual(idsOf(await copy('projects')), await idsIn('projects', studio));
});
