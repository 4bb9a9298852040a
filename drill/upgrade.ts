import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Database, queryAt, temporaryFolder, withClient } from '../harness/database.ts';
import { Endings } from '../harness/endings.ts';
import { Clock, describeMachine, median, table } from '../harness/print.ts';
import { addRecords } from '../harness/seed/records.ts';
import { addWorkspaces, giveKeys, idsOf } from '../harness/seed/workspaces.ts';
import { stopSignal } from '../src/bin/process.ts';
import { fetchAnswer } from '../test/support/call.ts';
import { launch } from '../test/support/launch.ts';
import { lastRelease, leftOver, nextVersion } from '../test/support/otherVersion.ts';
import { repeating } from './site.ts';

// npm run rehearse: brings a database of the last released version up to a made-up next one while others write, through web
// processes of both versions, and checks that every write is answered and that no lock keeps writers waiting.

const studioCount = 20;
/** The rows of each workspace: 100,000 invoices and 300,000 time entries in all. */
const size = { clients: 250, projects: 500, invoices: 5_000 };
const entryCount = 15_000;
/** How many time entries a statement adds: all of a statement update the sums of the same weeks, which takes ever longer. */
const entriesAtOnce = 1_000;
/** The pause between two writes, and between two looks at the locks of the release, in ms. */
const writeMs = 250;
const lookMs = 5;
/** How long others write before the release, beside both versions, and after the old one was stopped, in ms. */
const stepMs = 10_000;
/** How long a lock that keeps writers from a table may be held, in ms: about as long as a slow statement takes. */
const maxLockMs = 250;

/** Where traffic writes, in turn. */
interface Studio {
  key: string;
  clientId: string;
  projectId: string;
}

interface Answer {
  step: string;
  /** 0 if there was none. */
  status: number;
  ms: number;
}

const entries = `
  insert into corkboard.time_entries (workspace_id, project_id, timekeeper_id, date, minutes, description, created_via)
  select $1, p.ids[1 + n % cardinality(p.ids)], corkboard.timekeeper_of(row($1, 'api', 'Key')), current_date - n % 700,
         15 + n % 200, 'Layout', 'api'
    from generate_series($2::int, $3::int) n,
         (select array_agg(p.id) as ids from corkboard.projects p where p.workspace_id = $1) p`;

/** What is written, in turn. */
const writes: ((studio: Studio) => [path: string, body: object])[] = [
  () => ['/clients', { name: 'Nadia Weiß' }],
  ({ clientId }) => ['/projects', { clientId, name: 'Website' }],
  ({ projectId }) => [`/projects/${projectId}/time`, { minutes: 45, description: 'Layout' }],
  ({ projectId }) => ['/invoices', { projectId, amountCents: 10_000 }],
  ({ projectId }) => [`/projects/${projectId}/notes`, { body: 'They liked it.' }],
];

/** The locks with which a release keeps others from writing to a table, and the transaction of each. */
const held = `
  select l.relation::regclass::text as name, a.pid || ' ' || a.xact_start as transaction
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.application_name = 'corkboard release'
    join pg_class c on c.oid = l.relation and c.relkind = 'r' and c.relnamespace = 'corkboard'::regnamespace
   where l.granted
     and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;

const endings = new Endings();
const owner = { teardown: (end: () => unknown) => endings.add(end) };
void stopSignal().then(() => endings.end().finally(() => process.exit(1)));
process.setMaxListeners(0);
let isFine = false;
try {
  isFine = await rehearse();
} finally {
  await endings.end();
}
process.exit(isFine ? 0 : 1);

/** Returns whether every write was answered, no lock was held for too long, and every row was filled. */
async function rehearse(): Promise<boolean> {
  const clock = new Clock();
  const folder = await temporaryFolder(endings, 'upgrade');
  const database = await Database.start(join(folder, 'data'));
  endings.add(() => database.stop());
  const { url } = database;
  const [{ server_version }] = await queryAt(url, 'show server_version');
  describeMachine(server_version);
  const [last, next] = [await lastRelease(owner), await nextVersion(owner)];
  await release(url, last);
  clock.print('seeding');
  const studios = await withClient(url, seed);

  const old = await startWeb(url, last);
  let open = [old.baseUrl];
  let step = '';
  const begin = (name: string) => {
    clock.print(name);
    step = name;
  };
  begin('old web');
  const traffic = beginTraffic(
    studios,
    () => open,
    () => step,
  );
  const locks = watchLocks(url);
  await pause(stepMs);
  begin('release');
  await release(url, next);
  const fresh = await startWeb(url, next);
  open = [old.baseUrl, fresh.baseUrl];
  begin('old and new web');
  await pause(stepMs);
  open = [fresh.baseUrl];
  begin('new web');
  old.child.kill('SIGTERM');
  await old.ended;
  await pause(stepMs);

  const answers = await traffic();
  const longest = await locks();
  const [{ unfilled }] = await queryAt(
    url,
    'select count(*)::int as unfilled from corkboard.time_entries t where t.hours is distinct from t.minutes / 60.0',
  );
  print(answers, longest);
  console.log(`\n${unfilled} time entries were not filled.`);
  return (
    answers.every(({ status }) => status === 201) &&
    longest.values().every(ms => ms <= maxLockMs) &&
    unfilled === 0
  );
}

function print(answers: Answer[], longest: Map<string, number>): void {
  const steps = [...Map.groupBy(answers, answer => answer.step)].map(([step, ofStep]) => {
    const times = ofStep.map(({ ms }) => ms);
    const failed = ofStep.filter(({ status }) => status !== 201).map(({ status }) => status);
    const numbers = [median(times), Math.max(...times)].map(ms => ms.toFixed(0));
    return [step, `${ofStep.length}`, ...numbers, failed.join(', ') || 'none'];
  });
  console.log();
  table(['Step', 'Writes', 'Median, ms', 'Slowest, ms', 'Not answered with 201'], steps);
  const locked = [...longest].map(([name, ms]) => [name, ms.toFixed(0)]);
  console.log(`\nTables that the release locked against writers for at least ${lookMs} ms:\n`);
  table(['Table', 'Longest, ms'], locked);
}

/** Runs the release of the version in this folder. */
async function release(url: string, version: string): Promise<void> {
  const { ended, output } = launch(owner, 'release', { DATABASE_URL: url }, version);
  if ((await ended) !== 0) throw new Error(`The release failed: ${output()}`);
}

/** Starts web of the version in this folder. */
async function startWeb(url: string, version: string) {
  const web = launch(owner, 'web', { DATABASE_URL: url, PORT: '0' }, version);
  return { ...web, baseUrl: `http://127.0.0.1:${await web.says(/"port":(\d+)/)}` };
}

/** Adds the rows, and what the version before the last released one left. */
async function seed(client: pg.Client): Promise<Studio[]> {
  await client.query(leftOver);
  await addWorkspaces(client, studioCount);
  for (const id of await idsOf(client)) {
    await addRecords(client, [id], size);
    for (let n = 0; n < entryCount; n += entriesAtOnce)
      await client.query(entries, [id, n, n + entriesAtOnce - 1]);
  }
  await client.query('vacuum analyze');
  const keys = await giveKeys(client);
  const { rows } = await client.query(
    `select distinct on (p.workspace_id) p.workspace_id as id, p.client_id as "clientId", p.id as "projectId"
       from corkboard.projects p join corkboard.clients c on c.workspace_id = p.workspace_id and c.id = p.client_id
      where p.trashed_at is null and c.trashed_at is null and p.status = 'active'
      order by p.workspace_id`,
  );
  return keys.map(({ id, key }) => ({ key, ...rows.find(row => row.id === id) }));
}

/**
 * Writes at a steady pace through the open web processes in turn, whether what came before is answered or not, until the returned
 * function is called. That returns the answers.
 */
function beginTraffic(studios: Studio[], open: () => string[], step: () => string) {
  const answers: Promise<Answer>[] = [];
  const write = async (n: number): Promise<Answer> => {
    const studio = studios[n % studios.length]!;
    // Each studio writes everything, and each kind of write goes to both processes.
    const round = Math.floor(n / studios.length);
    const [path, body] = writes[(n + round) % writes.length]!(studio);
    const baseUrl = open()[(n + Math.floor(n / writes.length)) % open().length]!;
    const begin = performance.now();
    const answer = { step: step(), status: 0 };
    const call = { method: 'POST', path: `/api/v1${path}`, key: studio.key, body };
    await fetchAnswer(baseUrl, call).then(
      ({ status }) => Object.assign(answer, { status }),
      () => {},
    );
    return { ...answer, ms: performance.now() - begin };
  };
  const timer = setInterval(() => answers.push(write(answers.length)), writeMs);
  endings.add(() => clearInterval(timer));
  return (): Promise<Answer[]> => {
    clearInterval(timer);
    return Promise.all(answers);
  };
}

/**
 * Looks at the locks of releases until the returned function is called. That returns how long each table was locked against
 * writers at most.
 */
function watchLocks(url: string): () => Promise<Map<string, number>> {
  const longest = new Map<string, number>();
  const since = new Map<string, number>();
  const over = Promise.withResolvers<void>();
  const watching = withClient(url, async client => {
    const end = repeating(async () => {
      const { rows } = await client.query(held);
      for (const { name, transaction } of rows) {
        const now = performance.now();
        const lock = `${name} ${transaction}`;
        if (!since.has(lock)) since.set(lock, now);
        longest.set(name, Math.max(longest.get(name) ?? 0, now - since.get(lock)!));
      }
    }, lookMs);
    await over.promise;
    await end();
  });
  const stop = async () => {
    over.resolve();
    await watching;
    return longest;
  };
  endings.add(stop);
  return stop;
}
