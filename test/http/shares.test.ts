import test from 'ava';
import type { Account } from '../support/account.ts';
import { Browser } from '../support/browser.ts';
import { hold } from '../support/hold.ts';
import { lockWaits, waitsForLock } from '../support/lockWaits.ts';
import { signIn } from '../support/session.ts';
import { times } from '../support/times.ts';
import { world } from '../support/world.ts';

// No workspace can use all connections of a web process, with any number of keys and sessions. Neither can all unknown
// callers together, or all sign-ins. Each test blocks its requests until the others have been answered.

const w = world(test);

const ofWeb = { application: 'corkboard web' };
/** How many of web's connections wait for a lock. */
const waiting = () => lockWaits(w.db, ofWeb);
const until = (count: number) => waitsForLock(w.db, ofWeb, count);

/** A workspace with keys, sessions and unopened links. */
async function studioWith({ keys, members }: { keys: number; members: number }) {
  const studio = await w.workspace();
  const project = await studio.project({ intake: {} });
  await studio.scope(project.id);
  const invoice = await studio.invoice(project.id);
  await w.sql('select corkboard.send_invoice($1, $2)', studio.id, invoice.id);
  const rows = await w.sql(
    `select i.share_token || corkboard.secret_suffix(i.workspace_id) as invoice, n.token || corkboard.secret_suffix(n.workspace_id) as intake
       from corkboard.invoices i join corkboard.intakes n using (workspace_id, project_id) where i.id = $1`,
    invoice.id,
  );
  return {
    studio,
    keys: await times(keys, () => studio.keyWith('write:projects')),
    people: await times(
      members,
      async i => new Browser(w.baseUrl, await signIn(w, studio.id, { email: `member-${i}@studio.example` })),
    ),
    invoice: `/invoice/${rows[0].invoice}`,
    intake: `/intake/${rows[0].intake}`,
  };
}

const asWindow = { 'Sec-Fetch-Dest': 'document' };
const addClient = (browser: Browser) => browser.post('/clients/add', { name: 'Ada' });

/** Checks that other workspaces are answered, in the API and in the console. */
async function othersAreAnswered(studio: Account, person: Browser): Promise<boolean> {
  for (let i = 0; i < 5; i++) {
    if ((await studio.post('/clients', { name: `Client ${i}` })).status !== 201) return false;
    if ((await person.get('/clients')).status !== 200) return false;
  }
  return true;
}

test.serial(
  'a workspace with a stuck lock uses two connections to read and two to write, whatever its keys and sessions',
  async t => {
    const { studio, keys, people } = await studioWith({ keys: 6, members: 3 });
    const free = await studioWith({ keys: 0, members: 1 });
    for (const key of keys) t.is((await key.get('/me')).status, 200);
    for (const person of people) t.is((await person.get('/clients')).status, 200);
    const held = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
    await held.query('select 1 from corkboard.rate_windows where workspace_id = $1 for update', [studio.id]);
    const stuck = Promise.all([
      times(12, i => keys[i % 6]!.get('/clients')),
      times(12, i => keys[i % 6]!.post('/clients', { name: 'Ada' })),
      times(12, i => addClient(people[i % 3]!)),
    ]);
    await until(4);
    t.true(await othersAreAnswered(free.studio, free.people[0]!));
    t.is(await waiting(), 4);
    await held.release();
    const [reads, writes, forms] = await stuck;
    for (const { status } of reads) t.is(status, 200);
    for (const { status } of writes) t.is(status, 201);
    for (const { status } of forms) t.is(status, 303);
  },
);

test.serial('so does one whose sessions and links are not cached yet, and others don’t wait', async t => {
  const { studio, people, invoice, intake } = await studioWith({ keys: 0, members: 3 });
  const free = await studioWith({ keys: 1, members: 1 });
  const { release } = await hold(t, w.db, 'select corkboard.lock_workspace($1)', studio.id);
  const guest = new Browser(w.baseUrl);
  const stuck = Promise.all([
    times(6, i => addClient(people[i % 3]!)),
    times(6, () => guest.get(invoice, asWindow)),
    times(6, () => guest.post(`${intake}/submit`, { 'answers.0.question': 'Why?', 'answers.0.answer': 'x' })),
  ]);
  await until(2);
  t.true(await othersAreAnswered(free.keys[0]!, free.people[0]!));
  t.is((await guest.get(free.invoice, asWindow)).status, 200);
  t.is(await waiting(), 2);
  await release();
  const [forms, looks, answers] = await stuck;
  for (const { status } of forms) t.is(status, 303);
  for (const { status } of looks) t.is(status, 200);
  // These requests were answered at once, and one of them was the first.
  for (const { status } of answers) t.true([303, 409].includes(status), `${status}`);
});

test.serial('all unknown keys, sessions and links share two connections', async t => {
  const { studio, people } = await studioWith({ keys: 0, members: 1 });
  t.is((await people[0]!.get('/clients')).status, 200);
  const { release } = await hold(t, w.db, 'lock table corkboard.api_keys');
  const stuck = times(12, i =>
    studio.send({
      method: 'GET',
      path: '/me',
      headers: { Authorization: `Bearer crk_${`${i}A`.padStart(65, 'A')}` },
    }),
  );
  await until(2);
  for (let i = 0; i < 5; i++) t.is((await people[0]!.get('/clients')).status, 200);
  t.is(await waiting(), 2);
  await release();
  for (const { status } of await stuck) t.is(status, 401);
});

test.serial('all sign-ins share two connections', async t => {
  const { studio, people } = await studioWith({ keys: 0, members: 1 });
  const { release } = await hold(t, w.db, 'lock table corkboard.sign_ins');
  const stranger = new Browser(w.baseUrl);
  const stuck = Promise.all([
    times(4, i => stranger.post('/sign-in', { email: `stranger-${i}@studio.example` })),
    times(4, () => stranger.post('/sign-in/code', { code: 'ABCDEFGH' })),
    times(4, () => stranger.get('/sign-in/nothing')),
    times(4, () => stranger.post('/sign-in/nothing')),
  ]);
  await until(2);
  t.true(await othersAreAnswered(studio, people[0]!));
  t.is(await waiting(), 2);
  await release();
  const statuses = (await stuck).map(answers => answers.map(({ status }) => status));
  t.deepEqual(
    statuses,
    [303, 422, 404, 404].map(status => Array(4).fill(status)),
  );
});

test.serial('a removed member and a revoked key are rejected even if they are cached', async t => {
  const { studio, keys, people } = await studioWith({ keys: 1, members: 1 });
  t.is((await keys[0]!.get('/me')).status, 200);
  t.is((await people[0]!.get('/clients')).status, 200);
  await w.sql(`update corkboard.api_keys set revoked_at = now() where workspace_id = $1`, studio.id);
  await w.sql(
    `select corkboard.remove_member(m.workspace_id, m.id) from corkboard.members m
      where m.workspace_id = $1 and m.role = 'member'`,
    studio.id,
  );
  for (let i = 0; i < 2; i++) {
    t.is((await keys[0]!.get('/me')).status, 401);
    t.is((await addClient(people[0]!)).status, 422);
    t.is((await people[0]!.get('/clients')).location, '/sign-in?next=%2Fclients');
  }
});
