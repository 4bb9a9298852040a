import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import type pg from 'pg';
import { hashOfSecret } from '../../src/admission/key.ts';
import { toFailure } from '../../src/errors/translate.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { queuedJobs } from '../support/queue.ts';
import { signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// What two people do at once with an address or with the ownership of a workspace. Each has a connection of their own.

const w = sharedWorld(test, 'api');
const { sql } = w;

/** `done`, or the code of the refusal. */
const outcome = (text: string, ...values: unknown[]): Promise<string> =>
  w.service.query(`select corkboard.${text}`, values).then(
    () => 'done',
    error => toFailure(error)?.code ?? Promise.reject(error),
  );
/** The outcomes that are expected where one of several succeeds. */
const oneOf = (count: number) => [...Array(count - 1).fill('conflict'), 'done'];

/** A workspace with members and its owner, whose address is unique. */
async function team(count: number) {
  const { id } = await w.workspace({ plan: 'studio' });
  const name = randomUUID();
  const email = `${name}@studio.example`;
  const [{ owner }] = await sql(
    `update corkboard.members set email = $2 where workspace_id = $1 returning id as owner`,
    ...[id, email],
  );
  const members: string[] = [];
  for (let n = 0; n < count; n++) {
    const [member] = await sql(`select id from corkboard.add_member($1, $2)`, id, `m${n}-${name}@x.example`);
    members.push(member.id);
  }
  return { id, owner: owner as string, email, members, member: members[0]! };
}

const emailOf = async (member: string): Promise<string> =>
  (await sql('select email from corkboard.members where id = $1', member))[0].email;
const offer = async (id: string, member: string) =>
  outcome('offer_ownership($1, $2)', id, await emailOf(member));
const accept = (id: string, member: string) => outcome('accept_ownership($1, $2)', id, member);
const remove = (id: string, member: string) => outcome('remove_member($1, $2)', id, member);
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
      ...[notice, id],
    )
  ).length;

test('of several simultaneous offers one is made, and one email is sent', async t => {
  const { id, members, owner } = await team(4);
  const outcomes = await Promise.all(members.map(member => offer(id, member)));
  t.deepEqual(outcomes.toSorted(), oneOf(4));
  t.deepEqual([await openOffers(id), await mails(id, 'ownership_offered')], [1, 1]);
  t.deepEqual(await owners(id), [owner]);
});

test('an offer that is accepted many times at once is accepted once', async t => {
  const { id, member, owner } = await team(1);
  await offer(id, member);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => accept(id, member)));
  t.deepEqual(outcomes.toSorted(), oneOf(4));
  t.deepEqual(await owners(id), [member]);
  t.deepEqual([await mails(id, 'ownership_received'), await mails(id, 'ownership_passed_on')], [1, 1]);
  t.deepEqual(await sql('select role from corkboard.members where id = $1', owner), [{ role: 'member' }]);
});

test('of simultaneous acceptances, refusals and withdrawals of an offer exactly one succeeds', async t => {
  for (let round = 0; round < 2; round++) {
    const { id, member, owner } = await team(1);
    await offer(id, member);
    const ways = ['accept', 'decline', 'withdraw'].toSorted(() => Math.random() - 0.5);
    const outcomes = await Promise.all(ways.map(way => outcome(`${way}_ownership($1, $2)`, id, member)));
    t.is(outcomes.filter(one => one === 'done').length, 1, ways.join());
    const isAccepted = ways[outcomes.indexOf('done')] === 'accept';
    t.deepEqual(await owners(id), [isAccepted ? member : owner]);
    t.is(await openOffers(id), 0);
  }
});

test('a member who is removed while accepting either becomes the owner and stays, or is removed', async t => {
  for (let round = 0; round < 2; round++) {
    const { id, member, owner } = await team(1);
    await offer(id, member);
    const [accepted, removed] = await Promise.all(
      round % 2 === 0
        ? [accept(id, member), remove(id, member)]
        : [remove(id, member), accept(id, member)].toReversed(),
    );
    t.deepEqual([accepted, removed].toSorted(), oneOf(2));
    t.deepEqual(await owners(id), [accepted === 'done' ? member : owner]);
  }
});

test('the offer of an owner who was replaced meanwhile is void', async t => {
  const { id, members, owner } = await team(2);
  const [one, other] = members as [string, string];
  await offer(id, one);
  const [, replaced] = await Promise.all([accept(id, one), outcome('make_owner($1, $2)', id, other)]);
  t.is(replaced, 'done');
  t.deepEqual(await owners(id), [other]);
  t.is(await openOffers(id), 0);
  // Also where the database's own administrator swaps the roles by hand.
  await offer(id, one);
  for (const [member, role] of [
    [other, 'member'],
    [owner, 'owner'],
  ])
    await sql(`update corkboard.members set role = $2 where id = $1`, member, role);
  t.is(await accept(id, one), 'conflict');
  t.deepEqual(await owners(id), [owner]);
});

test('the database itself allows one owner and one open offer', async t => {
  const { id, member } = await team(1);
  await offer(id, member);
  await t.throwsAsync(sql(`update corkboard.members set role = 'owner' where id = $1`, member), {
    message: /members_owner/,
  });
  const second = `insert into corkboard.ownership_offers (workspace_id, member_id, expires_at)
    values ($1, $2, now() + interval '1 day')`;
  await t.throwsAsync(sql(second, id, member), { message: /ownership_offers_open/ });
});

test('if members change to the same address at once, one succeeds', async t => {
  const { id, members } = await team(4);
  const addresses = ['same@x.example', 'SAME@x.example', 'same@x.example', 'SAME@x.example'];
  const outcomes = await Promise.all(
    members.map((member, n) => outcome('set_member_email($1, $2, $3)', id, member, addresses[n])),
  );
  t.deepEqual(outcomes.toSorted(), oneOf(4));
});

type Statement = [text: string, ...values: unknown[]];
const query = (db: pg.PoolClient, [text, ...values]: Statement) => db.query(text, values);

/** A person about to sign in with a code that was mailed to the address. */
async function codeHolder(email: string) {
  const [browser, hash] = [randomBytes(32), randomBytes(32)];
  const [{ id }] = await sql(
    `insert into corkboard.sign_ins (email, mailed_to, browser_hash, code_hash, expires_at)
     values ($1, $1, $2, $3, now() + interval '15 minutes') returning id`,
    ...[email, browser, hash],
  );
  /** Signs in, to a workspace and in place of a session, if they are given. */
  return (workspace: string | null = null, former: Buffer | null = null): Statement => [
    'select outcome from corkboard.sign_in_with_code($1, $2, $3, $4, $5, $6)',
    ...[browser, [id], [hash], workspace, former, randomBytes(32)],
  ];
}

/**
 * Runs statements in a transaction, begins another one that has to wait for its locks, and commits. Returns the outcome of
 * `second`.
 */
async function whileItWaits(first: Statement, second: Statement, then?: Statement): Promise<unknown> {
  const [one, other] = [await w.service.connect(), await w.service.connect()];
  try {
    const { rows } = await other.query('select pg_backend_pid() as pid');
    await one.query('begin');
    const result = await query(one, first);
    const waiting = query(other, second).then(
      ({ rows }) => rows[0].outcome,
      error => toFailure(error)?.code ?? Promise.reject(error),
    );
    await waitsForLock(w.db, { pid: rows[0].pid });
    const signedIn = then === undefined ? result : await query(one, then);
    await one.query('commit');
    return [signedIn.rows[0].outcome, await waiting].find(Boolean);
  } finally {
    await one.query('rollback');
    for (const db of [one, other]) db.release();
  }
}

const sessionsOf = async (member: string) =>
  (await sql('select 1 from corkboard.sessions where member_id = $1', member)).length;
const changingEmail = ({ id, owner, email }: Awaited<ReturnType<typeof team>>): Statement => [
  'select corkboard.set_member_email($1, $2, $3)',
  ...[id, owner, `new-${email}`],
];
const signingOut = ({ id, owner }: Awaited<ReturnType<typeof team>>): Statement => [
  'select corkboard.sign_out_member($1, $2)',
  ...[id, owner],
];

test('a member who is removed while signing in is removed: both take their locks in the same order', async t => {
  const { id, member } = await team(1);
  const signing = await codeHolder(await emailOf(member));
  const former = randomBytes(32);
  await sql(
    `insert into corkboard.sessions (workspace_id, member_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '1 day')`,
    ...[id, member, former],
  );
  // A sign-in ends the browser's former session before it begins another. Here the removal comes in between.
  const signedIn = await whileItWaits(
    ['select corkboard.sign_out($1, $2)', former, id],
    ['select corkboard.remove_member($1, $2)', id, member],
    signing(null, former),
  );
  t.is(signedIn, 'signed_in');
  t.deepEqual(await sql('select 1 from corkboard.sessions where workspace_id = $1', id), []);
});

test('a person who signed in just before their address changes or they are signed out everywhere is signed out', async t => {
  for (const ending of [changingEmail, signingOut]) {
    const studio = await team(0);
    const signing = await codeHolder(studio.email);
    // Proving who one is replaces a session: both touch the same rows.
    const { tokenHash } = await signIn(w, studio.id);
    t.is(await whileItWaits(signing(null, tokenHash), ending(studio)), 'signed_in');
    t.is(await sessionsOf(studio.owner), 0);
  }
});

test('a code that is entered while its address changes, or its member is signed out, no longer works', async t => {
  for (const [ending, says] of [
    [changingEmail, 'conflict'],
    [signingOut, 'wrong'],
  ] as const) {
    const studio = await team(0);
    const signing = await codeHolder(studio.email);
    t.is(await whileItWaits(ending(studio), signing()), says);
    t.is(await sessionsOf(studio.owner), 0);
  }
});

test('a sign-in link that is used while the address changes does not sign in', async t => {
  const studio = await team(0);
  const [{ token }] = await sql('select token from corkboard.create_sign_in_link($1)', studio.owner);
  const hash = hashOfSecret(token);
  const signing = `select case when corkboard.sign_in_with_link($1, null, $2, null, null, $3) then 'in' else 'not' end as outcome`;
  t.is(await whileItWaits(changingEmail(studio), [signing, hash, randomBytes(32), studio.id]), 'not');
  t.is(await sessionsOf(studio.owner), 0);
});

test('an owner who signs a member out keeps earlier codes from this workspace only', async t => {
  const [studio, other] = [await team(0), await team(1)];
  const { email } = studio;
  await sql('update corkboard.members set email = $1 where id = $2', email, other.member);
  const byOwner = `select corkboard.sign_out_member($1, $2)
    from (select set_config('corkboard.actor', 'owner@studio.example', true) offset 0) actor`;
  const signOut = () => sql(byOwner, studio.id, studio.owner);
  const [before, again] = [await codeHolder(email), await codeHolder(email)];
  await signOut();
  const outcomeOf = async (statement: Statement) => (await sql(...statement))[0].outcome;
  t.is(await outcomeOf(before(studio.id)), 'wrong');
  t.is(await outcomeOf(before(other.id)), 'signed_in');
  t.is(await outcomeOf(again()), 'signed_in', 'only one workspace is left, so there is no choice');
  t.deepEqual([await sessionsOf(studio.owner), await sessionsOf(other.member)], [0, 2]);
  // Only a code that was asked for since then is shared by further requests of a known network.
  const network = `192.0.2.${email.charCodeAt(0) % 250}`;
  const ask = async (times: number) => {
    const request = `select corkboard.request_sign_in_code($1, sha256(convert_to($1, 'UTF8')), $2)`;
    for (let n = 0; n < times; n++) await sql(request, email, network);
    const [{ unshared }] = await sql(
      `select count(*)::integer as unshared from corkboard.sign_ins
        where email = $1 and requested_from = $2 and code_sign_in_id is null`,
      ...[email, network],
    );
    return unshared;
  };
  await sql(`select corkboard.remember_origin($1, sha256('x'), $2)`, email, network);
  t.is(await ask(12), 10);
  await signOut();
  t.is(await ask(3), 11);
  const after = await codeHolder(email);
  t.deepEqual([await outcomeOf(after()), await outcomeOf(after(studio.id))], ['choose', 'signed_in']);
  // The operator ends everything.
  const last = await codeHolder(email);
  await sql(...signingOut(studio));
  t.is(await outcomeOf(last(other.id)), 'wrong');
});
