import { createHash, randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { toFailure } from '../../src/errors/translate.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

// What two people do at once with an address or with the ownership of a workspace. Each has a connection of their own.

const w = world(test);
const { sql } = w;

/** `done`, or the code of the refusal. */
async function outcome(text: string, ...values: unknown[]): Promise<string> {
  try {
    await w.service.query(text, values);
    return 'done';
  } catch (error) {
    const failure = toFailure(error);
    if (failure === null) throw error;
    return failure.code;
  }
}

/** A workspace with members and its owner, whose address is unique. */
async function team(members: number) {
  const { id } = await w.workspace({ plan: 'studio' });
  const name = randomUUID();
  const [{ owner }] = await sql(
    `update corkboard.members set email = $2 where workspace_id = $1 returning id as owner`,
    id,
    `${name}@studio.example`,
  );
  const ids = await Promise.all(
    Array.from({ length: members }, async (_, n) => {
      const [member] = await sql(
        `select id from corkboard.add_member($1, $2)`,
        id,
        `m${n}-${name}@x.example`,
      );
      return member.id as string;
    }),
  );
  return { id, owner: owner as string, email: `${name}@studio.example`, members: ids };
}

async function offer(id: string, member: string): Promise<string> {
  const [{ email }] = await sql('select email from corkboard.members where id = $1', member);
  return outcome('select corkboard.offer_ownership($1, $2)', id, email);
}
const accept = (id: string, member: string) =>
  outcome('select corkboard.accept_ownership($1, $2)', id, member);
const owners = async (id: string) =>
  (await sql(`select id from corkboard.members where workspace_id = $1 and role = 'owner'`, id)).map(
    ({ id }) => id,
  );
const openOffers = async (id: string) =>
  (await sql('select 1 from corkboard.ownership_offers where workspace_id = $1 and ended_at is null', id))
    .length;
const mails = async (id: string, notice: string) =>
  (
    await sql(
      `select 1 from ${queuedJobs} j where j.payload ->> 'notice' = $1
          and j.payload ->> 'to' in (select email from corkboard.members where workspace_id = $2)`,
      notice,
      id,
    )
  ).length;

test('of several simultaneous offers one is made, and one email is sent', async t => {
  const { id, members, owner } = await team(6);
  const outcomes = await Promise.all(members.map(member => offer(id, member)));
  t.deepEqual(outcomes.toSorted(), ['conflict', 'conflict', 'conflict', 'conflict', 'conflict', 'done']);
  t.is(await openOffers(id), 1);
  t.is(await mails(id, 'ownership_offered'), 1);
  t.deepEqual(await owners(id), [owner]);
});

test('an offer that is accepted many times at once is accepted once', async t => {
  const { id, members, owner } = await team(1);
  const [member] = members as [string];
  await offer(id, member);
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => accept(id, member)));
  t.is(outcomes.filter(one => one === 'done').length, 1);
  t.is(outcomes.filter(one => one === 'conflict').length, 5);
  t.deepEqual(await owners(id), [member]);
  t.is(await mails(id, 'ownership_received'), 1);
  t.is(await mails(id, 'ownership_passed_on'), 1);
  t.deepEqual(await sql('select role from corkboard.members where id = $1', owner), [{ role: 'member' }]);
});

test('of simultaneous acceptances, refusals and withdrawals of an offer exactly one succeeds', async t => {
  for (let round = 0; round < 4; round++) {
    const { id, members, owner } = await team(1);
    const [member] = members as [string];
    await offer(id, member);
    const ways = ['accept', 'decline', 'withdraw'].toSorted(() => Math.random() - 0.5);
    const outcomes = await Promise.all(
      ways.map(way => outcome(`select corkboard.${way}_ownership($1, $2)`, id, member)),
    );
    t.is(outcomes.filter(one => one === 'done').length, 1, ways.join());
    const isAccepted = ways[outcomes.indexOf('done')] === 'accept';
    t.deepEqual(await owners(id), [isAccepted ? member : owner]);
    t.is(await openOffers(id), 0);
  }
});

test('a member who is removed while accepting either becomes the owner and stays, or is removed', async t => {
  for (let round = 0; round < 4; round++) {
    const { id, members, owner } = await team(1);
    const [member] = members as [string];
    await offer(id, member);
    const remove = () => outcome('select corkboard.remove_member($1, $2)', id, member);
    const [accepted, removed] = await Promise.all(
      round % 2 === 0 ? [accept(id, member), remove()] : [remove(), accept(id, member)].toReversed(),
    );
    t.deepEqual([accepted, removed].toSorted(), ['conflict', 'done']);
    t.deepEqual(await owners(id), [accepted === 'done' ? member : owner]);
  }
});

test('a member who is removed while signing in is removed: both take their locks in the same order', async t => {
  const { id, members } = await team(1);
  const [member] = members as [string];
  const [{ email }] = await sql('select email from corkboard.members where id = $1', member);
  const { values, token } = await codeHolder(email);
  const former = randomBytes(32);
  await sql(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '1 day')`,
    id,
    member,
    former,
  );
  // A sign-in ends the browser's former session before it begins another. Here the removal comes in between.
  await whileItWaits(
    db => db.query('select corkboard.sign_out($1)', [former]),
    db => db.query('select corkboard.remove_member($1, $2)', [id, member]),
    async db => {
      const { rows } = await db.query(
        'select outcome from corkboard.sign_in_with_code($1, $2, $3, null, $4, $5)',
        [...values.slice(0, 3), former, token],
      );
      t.is(rows[0].outcome, 'signed_in');
    },
  );
  t.deepEqual(await sql('select 1 from corkboard.sessions where workspace_id = $1', id), []);
});

test('the offer of an owner who was replaced meanwhile is void', async t => {
  const { id, members, owner } = await team(2);
  const [one, other] = members as [string, string];
  await offer(id, one);
  const outcomes = await Promise.all([
    accept(id, one),
    outcome('select corkboard.make_owner($1, $2)', id, other),
  ]);
  t.is(outcomes[1], 'done');
  t.deepEqual(await owners(id), [other]);
  t.is(await openOffers(id), 0);
  // Also where the database's own administrator swaps the roles by hand.
  await sql(`select corkboard.offer_ownership($1, email) from corkboard.members where id = $2`, id, one);
  await sql(`update corkboard.members set role = 'member' where id = $1`, other);
  await sql(`update corkboard.members set role = 'owner' where id = $1`, owner);
  t.is(await accept(id, one), 'conflict');
  t.deepEqual(await owners(id), [owner]);
});

test('the database itself allows one owner and one open offer', async t => {
  const { id, members } = await team(1);
  await offer(id, members[0]!);
  await t.throwsAsync(sql(`update corkboard.members set role = 'owner' where id = $1`, members[0]), {
    message: /members_owner/,
  });
  await t.throwsAsync(
    sql(
      `insert into corkboard.ownership_offers (workspace_id, member_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      id,
      members[0],
    ),
    { message: /ownership_offers_open/ },
  );
});

test('if two members change to the same address at once, one succeeds', async t => {
  const { id, members } = await team(4);
  const outcomes = await Promise.all(
    members.map((member, n) =>
      outcome(
        'select corkboard.set_member_email($1, $2, $3)',
        id,
        member,
        n % 2 === 0 ? 'same@x.example' : 'SAME@x.example',
      ),
    ),
  );
  t.is(outcomes.filter(one => one === 'done').length, 1);
  t.is(outcomes.filter(one => one === 'conflict').length, 3);
});

/** A person about to sign in with a code that was mailed to the address. */
async function codeHolder(email: string) {
  const browser = randomBytes(32);
  const hash = randomBytes(32);
  const token = randomBytes(32);
  const [{ id }] = await sql(
    `insert into corkboard.sign_ins (email, mailed_to, browser_hash, code_hash, expires_at)
     values ($1, $1, $2, $3, now() + interval '15 minutes') returning id`,
    email,
    browser,
    hash,
  );
  return {
    token,
    text: 'select outcome from corkboard.sign_in_with_code($1, $2, $3, null, null, $4)',
    values: [browser, [id], [hash], token],
  };
}

/**
 * Runs statements in a transaction, begins another one that has to wait for its locks, and commits. Returns what `second`
 * returns.
 */
async function whileItWaits<Result>(
  first: (db: pg.PoolClient) => Promise<unknown>,
  second: (db: pg.PoolClient) => Promise<Result>,
  then: (db: pg.PoolClient) => Promise<unknown> = async () => {},
): Promise<Result> {
  const [one, other] = [await w.service.connect(), await w.service.connect()];
  try {
    const { rows } = await other.query('select pg_backend_pid() as pid');
    await one.query('begin');
    await first(one);
    const result = second(other);
    await waitsForLock(w.db, { pid: rows[0].pid });
    await then(one);
    await one.query('commit');
    return await result;
  } finally {
    await one.query('rollback');
    for (const db of [one, other]) db.release();
  }
}

const sessionsOf = async (member: string) =>
  (await sql('select 1 from corkboard.sessions where member_id = $1', member)).length;
const setEmail = 'select corkboard.set_member_email($1, $2, $3)';

test('signing in with the former address fails while the address changes', async t => {
  const { id, owner, email } = await team(0);
  const holder = await codeHolder(email);
  const signedIn = await whileItWaits(
    db => db.query(setEmail, [id, owner, `new-${email}`]),
    db =>
      db.query(holder.text, holder.values).then(
        ({ rows }) => rows[0].outcome,
        error => toFailure(error)?.code,
      ),
  );
  t.is(signedIn, 'conflict');
  t.is(await sessionsOf(owner), 0);
});

test('a person who signed in with the former address just before the change is signed out', async t => {
  const { id, owner, email } = await team(0);
  const holder = await codeHolder(email);
  // Proving who one is replaces a session: both touch the same rows.
  const before = await signIn(w, id);
  await whileItWaits(
    async db => {
      const { rows } = await db.query(
        'select outcome from corkboard.sign_in_with_code($1, $2, $3, null, $4, $5)',
        [...holder.values.slice(0, 3), before.tokenHash, holder.token],
      );
      t.is(rows[0].outcome, 'signed_in');
    },
    db => db.query(setEmail, [id, owner, `new-${email}`]),
  );
  t.is(await sessionsOf(owner), 0);
});

const signOutMember = 'select corkboard.sign_out_member($1, $2)';

test('a code that is entered while its member is signed out everywhere no longer works', async t => {
  const { id, owner, email } = await team(0);
  const holder = await codeHolder(email);
  const { rows } = await whileItWaits(
    db => db.query(signOutMember, [id, owner]),
    db => db.query(holder.text, holder.values),
  );
  t.is(rows[0].outcome, 'wrong');
  t.is(await sessionsOf(owner), 0);
});

test('an owner who signs a member out keeps earlier codes from this workspace only', async t => {
  const [studio, other] = [await team(0), await team(1)];
  const [shared] = other.members;
  await sql('update corkboard.members set email = $1 where id = $2', studio.email, shared);
  const signOut = `select corkboard.sign_out_member($1, $2)
    from (select set_config('corkboard.actor', 'owner@studio.example', true) offset 0) actor`;
  const [before, again] = [await codeHolder(studio.email), await codeHolder(studio.email)];
  await sql(signOut, studio.id, studio.owner);
  const inWorkspace = async ({ values: [browser, ids, hashes] }: typeof before, workspace: string | null) => {
    const call = 'select outcome from corkboard.sign_in_with_code($1, $2, $3, $4, null, $5)';
    const [{ outcome }] = await sql(call, browser, ids, hashes, workspace, randomBytes(32));
    return outcome;
  };
  t.is(await inWorkspace(before, studio.id), 'wrong');
  t.is(await inWorkspace(before, other.id), 'signed_in');
  t.is(await inWorkspace(again, null), 'signed_in', 'only one workspace is left, so there is no choice');
  t.deepEqual([await sessionsOf(studio.owner), await sessionsOf(shared!)], [0, 2]);
  // Only a code that was asked for since then is shared by further requests of a known network.
  const network = `192.0.2.${studio.email.charCodeAt(0) % 250}`;
  const ask = (email: string) =>
    sql(`select corkboard.request_sign_in_code($1, sha256(convert_to($1, 'UTF8')), $2)`, email, network);
  await sql(`select corkboard.remember_origin($1, sha256('x'), $2)`, studio.email, network);
  for (let n = 0; n < 12; n++) await ask(studio.email);
  const unshared = `select count(*)::integer as n from corkboard.sign_ins
    where email = $1 and requested_from = $2 and code_sign_in_id is null`;
  t.deepEqual(await sql(unshared, studio.email, network), [{ n: 10 }]);
  await sql(signOut, studio.id, studio.owner);
  for (let n = 0; n < 3; n++) await ask(studio.email);
  t.deepEqual(await sql(unshared, studio.email, network), [{ n: 11 }]);
  const after = await codeHolder(studio.email);
  t.is(await inWorkspace(after, null), 'choose');
  t.is(await inWorkspace(after, studio.id), 'signed_in');
  // The operator ends everything.
  const last = await codeHolder(studio.email);
  await sql(signOutMember, studio.id, studio.owner);
  t.is(await inWorkspace(last, other.id), 'wrong');
});

test('a session that began just before its member was signed out everywhere ends too', async t => {
  const { id, owner, email } = await team(0);
  const holder = await codeHolder(email);
  await whileItWaits(
    async db => t.is((await db.query(holder.text, holder.values)).rows[0].outcome, 'signed_in'),
    db => db.query(signOutMember, [id, owner]),
  );
  t.is(await sessionsOf(owner), 0);
});

test('a sign-in link that is used while the address changes does not sign in', async t => {
  const { id, owner, email } = await team(0);
  const [{ token }] = await sql('select token from corkboard.create_sign_in_link($1)', owner);
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await whileItWaits(
    db => db.query(setEmail, [id, owner, `new-${email}`]),
    db =>
      db.query('select corkboard.sign_in_with_link($1, null, $2, null, null) as works', [
        hash,
        randomBytes(32),
      ]),
  );
  t.false(rows[0].works);
  t.is(await sessionsOf(owner), 0);
});
