import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { actionQuery } from '../../src/actions/actionQuery.ts';
import { actionNamed } from '../../src/actions/catalogue.ts';
import type { Row } from '../../src/actions/define.ts';
import { check } from '../../src/admission/check.ts';
import { readConfig } from '../../src/config.ts';
import { queriesOn } from '../../src/database/queries.ts';
import { sql } from '../../src/database/sql.ts';
import { catalogue } from '../../src/operations/catalogue.ts';
import type { WriteOperation } from '../../src/operations/define.ts';
import { everything } from '../support/command.ts';
import { examples } from '../support/examples.ts';
import { hold } from '../support/hold.ts';
import { refusalOf } from '../support/refusal.ts';
import { type Person, signIn } from '../support/session.ts';
import { sharedWorld } from '../support/world.ts';

// How a signed-in person acts: who may, under whose name, and once for the same form.

const w = sharedWorld(test, 'api');

/** Sends an invoice as the console does, in one statement. */
const send = (
  { tokenHash, workspaceId }: Pick<Person, 'tokenHash' | 'workspaceId'>,
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
       from corkboard.begin_member_action($1, $2, $3, $4, $5) begun
       cross join corkboard.find_record(null::corkboard.invoices, begun.workspace_id, $6) it,
       corkboard.send_invoice(begun.workspace_id, it.id) r`,
    [tokenHash, role, fresh, once, workspaceId, invoice],
  );

async function drafted() {
  const studio = await w.workspace();
  const project = await studio.project();
  const { id } = await studio.invoice(project.id);
  return { studio, project, id, owner: await signIn(w, studio.id) };
}

test('who acted does not leak into the next transaction of the connection', async t => {
  const { studio, id, owner } = await drafted();
  const client = new pg.Client(w.serviceUrl);
  await client.connect();
  t.teardown(() => client.end());
  await send(owner, id, { db: client });
  await client.query('select corkboard.record_payment($1, $2)', [studio.id, id]);
  const rows = await w.sql(
    `select actor from corkboard.audit_log where workspace_id = $1 and action = 'invoice.paid'`,
    studio.id,
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
    await w.sql(
      'update corkboard.sessions set expires_at = now() where workspace_id = $1',
      person.workspaceId,
    );
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
  t.regex(
    refusalOf(error),
    /^rate_limited: You have made 300 changes within a minute, [^\n]+ Wait a minute, and try again\.$/,
  );
  t.deepEqual(await everything(w, studio.id), before);
  await written(299);
  t.is((await send(owner, id)).rows[0].status, 'SENT');
  const { id: second } = await studio.invoice((await studio.project()).id);
  await t.throwsAsync(send(owner, second), { message: /^You have made 300 changes/ });
  t.is((await send(other, second)).rows[0].status, 'SENT');
  // Another minute begins anew.
  await w.sql(
    `update corkboard.sessions set minute_writes = 300, minute_at = now() - interval '1 minute' where token_hash = $1`,
    owner.tokenHash,
  );
  const { id: third } = await studio.invoice((await studio.project()).id);
  t.is((await send(owner, third)).rows[0].status, 'SENT');
});

test('a member who is removed while the action waits for the lock does not act', async t => {
  const { studio, id } = await drafted();
  const member = await signIn(w, studio.id, { email: 'ana@w.example' });
  const removing = 'select corkboard.remove_member($1, $2)';
  const { blocks, release } = await hold(t, w.db, removing, studio.id, member.memberId);
  const waiting = t.throwsAsync<pg.DatabaseError>(send(member, id));
  await blocks();
  await release();
  t.like(await waiting, { code: 'ZC002', detail: 'signed_out' });
});

/** Does an action as the console does: one statement, in which the same form is done once. */
async function act(
  person: Person,
  name: string,
  id: string,
  input: Row,
  once: string | null = null,
  more: Row = {},
) {
  const action = actionNamed(name);
  const row: any = await queriesOn(w.db).one(sql.unsafe`
    select coalesce(begun.response, corkboard.store_action_result(
        begun.workspace_id, ${once}, (select row_to_json(a) from (${actionQuery(action, id, input, more)}) a), ${sql.array(['secret', 'secrets'], 'text')})) as answer
    from corkboard.begin_member_action(${sql.binary(person.tokenHash)}, ${action.role}, ${action.requiresRecentAuthentication ?? false}, ${once}, ${person.workspaceId}::uuid) begun`);
  return JSON.parse(row.answer);
}

const logged = (workspaceId: string, action: string) =>
  w.sql(
    'select via, actor from corkboard.audit_log where workspace_id = $1 and action = $2',
    ...[workspaceId, action],
  );

test('two simultaneous clicks send once, and both get the same answer', async t => {
  const studio = await w.workspace();
  const project = await studio.project();
  const { id } = await studio.invoice(project.id);
  const owner = await signIn(w, studio.id);
  const answers = await Promise.all([1, 2, 3].map(() => act(owner, 'invoice.send', id, {}, 'one form')));
  for (const { invoice } of answers) t.like(invoice, { id, status: 'SENT' });
  t.is(new Set(answers.map(({ invoice }) => invoice.sentAt)).size, 1);
  t.deepEqual(await logged(studio.id, 'invoice.sent'), [{ via: 'app', actor: owner.email }]);
});

test('a change sets what is given, clears what is null, and logs nothing if nothing changes', async t => {
  const studio = await w.workspace();
  const { id } = await studio.client();
  const owner = await signIn(w, studio.id);
  const change = () =>
    act(owner, 'client.set', id, { company: 'Harbour Ltd', notes: null, address: '1 Quay\n2' });
  t.is((await change()).client.company, 'Harbour Ltd');
  await change();
  const rows = await w.sql(
    'select notes, address, email is null as mail from corkboard.clients where id = $1',
    id,
  );
  t.deepEqual(rows, [{ notes: null, address: '1 Quay\n2', mail: false }]);
  t.is((await logged(studio.id, 'client.changed')).length, 1);
});

test("the settings are those of the session's workspace, whatever id is sent along", async t => {
  const [studio, other] = [await w.workspace(), await w.workspace()];
  const owner = await signIn(w, studio.id);
  const { workspace } = await act(owner, 'workspace.set', other.id, {
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
  });
  t.like(workspace, { id: studio.id, defaultCurrency: 'EUR' });
});

test('a secret is in the first answer only', async t => {
  const studio = await w.workspace();
  const owner = await signIn(w, studio.id);
  const rows = await w.sql(
    `select (a.endpoint).id from corkboard.add_endpoint($1, 'https://hooks.example/', 'json', '{client.created}') a`,
    studio.id,
  );
  const ping = () => act(owner, 'endpoint.test', rows[0].id, {}, 'form of a test');
  const first = await ping();
  t.regex(first.secrets[0], /^whsec_/);
  const again = await ping();
  t.is(again.secrets, undefined);
  t.is(again.id, first.id);
});

test('a write of the API that a person makes is audited as theirs in the app, and isn’t charged to the API', async t => {
  const studio = await w.workspace();
  const requests = await examples(studio);
  const owner = await signIn(w, studio.id);
  const used = async () => (await studio.get('/me')).body.limits.monthlyWrites.used;
  const before = await used();
  const caller = { workspaceId: studio.id, label: owner.email, taxRateBps: 0, pricesIncludeTax: false };
  let newest: string | undefined;
  for (const operation of catalogue.filter(({ method }) => method === 'POST') as WriteOperation[]) {
    const { name } = operation;
    const { path, body } = requests[name]!;
    const given = operation.path.includes(':id') ? { id: path.split('/')[2] } : {};
    const row: any = await queriesOn(w.db).one(sql.unsafe`
      select (select row_to_json(a)::text from (${operation.sqlCall(check(operation.input, { ...body, ...given }), caller, readConfig({}))}) a) as answer
      from corkboard.begin_member_action(${sql.binary(owner.tokenHash)}, 'member', false, null, ${owner.workspaceId}::uuid) begun`);
    for (const record of Object.values<any>(JSON.parse(row.answer))) {
      if (record?.createdVia) t.is(record.createdVia, 'app', name);
      if (record?.author) t.is(record.author, owner.email, name);
    }
    const [entry] = await w.sql(
      'select id, via, actor from corkboard.audit_log where workspace_id = $1 order by id desc limit 1',
      studio.id,
    );
    t.like(entry, { via: 'app', actor: owner.email }, name);
    t.not(entry.id, newest, name);
    newest = entry.id;
  }
  t.is(await used(), before);
});
