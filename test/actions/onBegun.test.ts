import { randomUUID } from 'node:crypto';
import test from 'ava';
import { sql } from 'slonik';
import { actionQuery } from '../../src/actions/actionQuery.ts';
import { actionNamed } from '../../src/actions/catalogue.ts';
import type { Row } from '../../src/actions/define.ts';
import { queriesOn } from '../../src/database/queries.ts';
import { type Person, signIn } from '../support/session.ts';
import { world } from '../support/world.ts';

const w = world(test);

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
    from corkboard.begin_member_action(${sql.binary(person.tokenHash)}, ${action.role}, ${action.requiresRecentAuthentication ?? false}, ${once}) begun`);
  return JSON.parse(row.answer);
}

const logged = async (workspaceId: string, action: string) =>
  (
    await w.db.query('select via, actor from corkboard.audit_log where workspace_id = $1 and action = $2', [
      workspaceId,
      action,
    ])
  ).rows;

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
  const { rows } = await w.db.query(
    'select notes, address, email is null as mail from corkboard.clients where id = $1',
    [id],
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
  const { rows } = await w.db.query(
    `select (a.endpoint).id from corkboard.add_endpoint($1, 'https://hooks.example/', 'json', '{client.created}') a`,
    [studio.id],
  );
  const ping = () => act(owner, 'endpoint.test', rows[0].id, {}, 'form of a test');
  const first = await ping();
  t.regex(first.secrets[0], /^whsec_/);
  const again = await ping();
  t.is(again.secrets, undefined);
  t.is(again.id, first.id);
});

test("another workspace's record, and an id that is none, give no answer", async t => {
  const studio = await w.workspace();
  const stranger = await signIn(w, (await w.workspace()).id);
  const { id } = await studio.client();
  for (const given of [id, randomUUID(), 'nonsense']) {
    t.is(await act(stranger, 'client.trash', given, {}), null);
  }
});

test('a scope that was redrafted after the client read it is not approved', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  await studio.scope(id);
  await studio.scope(id, { deliverables: ['Logo', 'Signs'] });
  const owner = await signIn(w, studio.id);
  await t.throwsAsync(act(owner, 'scope.approve', id, { by: 'Ana', version: 1 }), {
    message: /drafted again/,
  });
  t.is((await act(owner, 'scope.approve', id, { by: 'Ana', version: 2 })).scope.version, 2);
  const { rows } = await w.db.query(
    'select version, drafted_via, drafted_by from corkboard.scope_versions where project_id = $1 order by version',
    [id],
  );
  const drafted = { drafted_via: 'api', drafted_by: 'Test key' };
  t.deepEqual(
    rows,
    [1, 2].map(version => ({ version, ...drafted })),
  );
});

test('a contract keeps the signed text; a text other than the one that was read is not signed', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project();
  const owner = await signIn(w, studio.id);
  const read = async () =>
    (
      await w.db.query(
        `select encode(sha256(convert_to(corkboard.contract_document($1, $2)::text, 'UTF8')), 'hex') as hash`,
        [studio.id, id],
      )
    ).rows[0].hash;
  const document = await read();
  const sign = (read: string) =>
    act(owner, 'contract.sign', id, { by: 'Ana', document: read }, null, { from: null, browser: null });
  await studio.scope(id);
  await t.throwsAsync(sign(document), { message: /changed since/ });
  await sign(await read());
  const { rows } = await w.db.query(
    `select signed_by, document_sha256 = sha256(convert_to(document::text, 'UTF8')) as whole, document -> 'deliverables' as made
       from corkboard.agreements where project_id = $1`,
    [id],
  );
  t.deepEqual(rows, [{ signed_by: 'Ana', whole: true, made: ['Logo'] }]);
});
