import test from 'ava';
import { everything, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);
const unknown = '01900000-0000-7000-8000-000000000000';

/** The audit log's actions on the workspace itself, the oldest first. */
const audited = async (workspaceId: string) =>
  (
    await w.sql(
      'select action, actor from corkboard.audit_log where workspace_id = $1 and record_id = $1 order by id',
      workspaceId,
    )
  ).map(({ action, actor }) => `${actor}: ${action}`);

test('suspend and resume print the workspace with its state, and are in the audit log', async t => {
  const { id } = await w.workspace();
  const { workspace: before } = await corkboard('workspace', 'show', id);
  t.like(before, { state: 'active', suspendedAt: null, removalDueAt: null });
  const { workspace: suspended } = await corkboard('workspace', 'suspend', id);
  t.deepEqual(suspended, { ...before, state: 'suspended', suspendedAt: suspended.suspendedAt });
  t.regex(suspended.suspendedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  t.deepEqual(await corkboard('workspace', 'show', id), { workspace: suspended });
  t.deepEqual(await corkboard('workspace', 'resume', id), { workspace: before });
  t.deepEqual(await audited(id), [
    'operator: workspace.created',
    'operator: workspace.suspended',
    'operator: workspace.resumed',
  ]);
});

test('suspending a suspended workspace, and resuming one that isn’t, changes nothing', async t => {
  const { id } = await w.workspace();
  const fresh = await everything(w, id);
  await corkboard('workspace', 'resume', id);
  t.deepEqual(await everything(w, id), fresh);
  const { workspace } = await corkboard('workspace', 'suspend', id);
  const suspended = await everything(w, id);
  t.deepEqual(await corkboard('workspace', 'suspend', id), { workspace });
  t.deepEqual(await everything(w, id), suspended);
});

test('remove suspends at once and is due after 30 days; doing it again keeps the date; resume cancels it', async t => {
  const { id } = await w.workspace();
  const { workspace } = await corkboard('workspace', 'remove', id);
  t.is(workspace.state, 'removing');
  const days = (Date.parse(workspace.removalDueAt) - Date.parse(workspace.suspendedAt)) / 86_400_000;
  t.true(days >= 30 && days < 30.01, `${days} days`);
  t.deepEqual(await corkboard('workspace', 'remove', id), { workspace });
  t.deepEqual(await corkboard('workspace', 'suspend', id), { workspace });
  t.like(await corkboard('workspace', 'resume', id), {
    workspace: { state: 'active', suspendedAt: null, removalDueAt: null },
  });
  t.deepEqual(await audited(id), [
    'operator: workspace.created',
    'operator: workspace.suspended',
    'operator: workspace.removal_scheduled',
    'operator: workspace.resumed',
  ]);
});

test('a suspended workspace can be scheduled for removal, and a person reads its state in the list', async t => {
  const { id } = await w.workspace();
  const { workspace: suspended } = await corkboard('workspace', 'suspend', id);
  const { workspace } = await corkboard('workspace', 'remove', id);
  t.is(workspace.suspendedAt, suspended.suspendedAt);
  const line = (await corkboard.read('workspace', 'list')).split('\n').find(text => text.includes(id))!;
  t.regex(line, / removing$/);
});

test('the operator may do everything with a suspended workspace that sends nothing', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const invoice = await studio.invoice(projectId);
  await corkboard('workspace', 'suspend', studio.id);
  await corkboard('workspace', 'set', studio.id, '--plan', 'studio');
  await corkboard('member', 'add', '--workspace', studio.id, '--email', 'new@studio.example');
  const { key } = await corkboard('key', 'create', '--workspace', studio.id, '--label', 'Zapier');
  await corkboard('key', 'revoke', key.id);
  t.is((await corkboard('invoice', 'send', invoice.id)).invoice.status, 'SENT');
  await corkboard('project', 'trash', projectId);
});

test('an unknown or malformed id is not found', async t => {
  for (const verb of ['suspend', 'resume', 'remove']) {
    for (const id of [unknown, 'nonsense'])
      t.is(await corkboard.refused('workspace', verb, id), 'No workspace with this id.', verb);
  }
});

test('the service’s role may read the record of removals, but not change it', async t => {
  const { id } = await w.workspace();
  await corkboard('workspace', 'remove', id);
  const { rows } = await w.service.query(
    'select requested_by from corkboard.workspace_removals where id = $1',
    [id],
  );
  t.deepEqual(rows, [{ requested_by: 'operator' }]);
  for (const change of [
    'delete from corkboard.workspace_removals',
    'update corkboard.workspace_removals set due_at = now()',
    `insert into corkboard.workspace_removals (id, requested_by, due_at) values (gen_random_uuid(), 'x', now())`,
  ])
    await t.throwsAsync(w.service.query(change), { code: '42501' }, change);
});
