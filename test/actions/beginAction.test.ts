import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { everything } from '../support/command.ts';
import { waitsForLock } from '../support/lockWaits.ts';
import { type Person, signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);

/** Sends an invoice as the console does, in one statement. */
const send = (
  { tokenHash }: Pick<Person, 'tokenHash'>,
  invoice: string,
  {
    db = w.service as pg.Pool | pg.Client,
    role = 'member',
    fresh = false,
    once = null as string | null,
  } = {},
) =>
  db.query(
    `select begun.response, r.status
       from corkboard.begin_member_action($1, $2, $3, $4) begun
       join corkboard.invoices it on it.workspace_id = begun.workspace_id and it.id = $5,
       corkboard.send_invoice(begun.workspace_id, it.id) r`,
    [tokenHash, role, fresh, once, invoice],
  );

async function drafted() {
  const studio = await w.workspace();
  const project = await studio.project();
  const { id } = await studio.invoice(project.id);
  return { studio, project, id, owner: await signIn(w, studio.id) };
}

test('an action in the console is audited under the person’s email address and the channel app', async t => {
  const { studio, id, owner } = await drafted();
  t.is((await send(owner, id)).rows[0].status, 'SENT');
  const { rows } = await w.db.query(
    `select via, actor from corkboard.audit_log where workspace_id = $1 and action = 'invoice.sent'`,
    [studio.id],
  );
  t.deepEqual(rows, [{ via: 'app', actor: owner.email }]);
});

test('who acted does not leak into the next transaction of the connection', async t => {
  const { studio, id, owner } = await drafted();
  const client = new pg.Client(w.serviceUrl);
  await client.connect();
  t.teardown(() => client.end());
  await send(owner, id, { db: client });
  await client.query('select corkboard.pay_invoice($1, $2)', [studio.id, id]);
  const { rows } = await w.db.query(
    `select actor from corkboard.audit_log where workspace_id = $1 and action = 'invoice.paid'`,
    [studio.id],
  );
  t.deepEqual(rows, [{ actor: 'operator' }]);
});

test("another workspace's record, and none, give no row and change nothing", async t => {
  const { studio, id } = await drafted();
  const { owner: stranger } = await drafted();
  const before = await everything(w, studio.id);
  for (const record of [id, randomUUID()]) t.deepEqual((await send(stranger, record)).rows, []);
  t.deepEqual(await everything(w, studio.id), before);
});

for (const [what, spoil] of Object.entries({
  'a token of no session': async (person: Person) => ({ ...person, tokenHash: randomBytes(32) }),
  'an expired session': async (person: Person) => {
    await w.db.query('update corkboard.sessions set expires_at = now() where workspace_id = $1', [
      person.workspaceId,
    ]);
    return person;
  },
})) {
  test(`${what} is rejected and leaves nothing behind`, async t => {
    const { studio, id, owner } = await drafted();
    const person = await spoil(owner);
    const before = await everything(w, studio.id);
    const error = await t.throwsAsync<pg.DatabaseError>(send(person, id, { once: 'a' }));
    t.like(error, { code: 'ZC002', detail: 'signed_out' });
    t.deepEqual(await everything(w, studio.id), before);
  });
}

test('a member may not perform an owner-only action', async t => {
  const { studio, id } = await drafted();
  const member = await signIn(w, studio.id, { email: 'ana@w.example' });
  const error = await t.throwsAsync<pg.DatabaseError>(send(member, id, { role: 'owner' }));
  t.like(error, { code: 'ZC002', detail: 'owner_only' });
  t.is((await send(member, id)).rows[0].status, 'SENT');
});

test('an action that requires a recent code accepts one of 29 minutes and rejects one of 30', async t => {
  const { studio, id } = await drafted();
  const stale = await signIn(w, studio.id, { email: 'ana@w.example', confirmed: '30 minutes' });
  const error = await t.throwsAsync<pg.DatabaseError>(send(stale, id, { fresh: true }));
  t.like(error, { code: 'ZC002', detail: 'unconfirmed' });
  const fresh = await signIn(w, studio.id, { email: 'ben@w.example', confirmed: '29 minutes' });
  t.is((await send(fresh, id, { fresh: true })).rows[0].status, 'SENT');
});

test('a session makes 300 writes in a minute, and others are not slowed by it', async t => {
  const { studio, id, owner } = await drafted();
  const other = await signIn(w, studio.id, { email: 'ana@w.example' });
  // A minute that doesn't end while the test runs.
  const written = (count: number) =>
    w.db.query(
      `update corkboard.sessions set minute_writes = $2, minute_at = now() + interval '1 hour' where token_hash = $1`,
      [owner.tokenHash, count],
    );
  await written(300);
  const before = await everything(w, studio.id);
  const error = await t.throwsAsync<pg.DatabaseError>(send(owner, id));
  t.like(error, { code: 'ZC001', detail: 'rate_limited' });
  t.regex(
    error.message,
    /^You have made 300 changes within a minute, [^\n]+ Wait a minute, and try again\.$/,
  );
  t.deepEqual(await everything(w, studio.id), before);
  await written(299);
  t.is((await send(owner, id)).rows[0].status, 'SENT');
  const { id: second } = await studio.invoice((await studio.project()).id);
  await t.throwsAsync(send(owner, second), { message: /^You have made 300 changes/ });
  t.is((await send(other, second)).rows[0].status, 'SENT');
  // Another minute begins anew.
  await w.db.query(
    `update corkboard.sessions set minute_writes = 300, minute_at = now() - interval '1 minute' where token_hash = $1`,
    [owner.tokenHash],
  );
  const { id: third } = await studio.invoice((await studio.project()).id);
  t.is((await send(owner, third)).rows[0].status, 'SENT');
});

test('a member who is removed while the action waits for the lock does not act', async t => {
  const { studio, id } = await drafted();
  const member = await signIn(w, studio.id, { email: 'ana@w.example' });
  const client = await w.db.connect();
  await client.query('begin');
  await client.query('select corkboard.remove_member($1, $2)', [studio.id, member.memberId]);
  const waiting = t.throwsAsync<pg.DatabaseError>(send(member, id));
  await waitsForLock(w.db);
  await client.query('commit');
  client.release();
  t.like(await waiting, { code: 'ZC002', detail: 'signed_out' });
});
