import test from 'ava';
import { misuse, operator } from '../support/command.ts';
import { world } from '../support/world.ts';

const w = world(test);
const corkboard = operator(w);

test('list shows the actor, channel, action and record of each entry, newest first', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const project = await studio.project();
  const scope = await studio.scope(project.id);
  await corkboard('scope', 'approve', project.id, '--by', 'Ana');
  const { member } = await corkboard('member', 'add', '--workspace', studio.id, '--email', 'ben@w.example');
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  t.deepEqual(
    audits.map(({ actor, via, action, recordType }: Record<string, string>) => [
      actor,
      via,
      action,
      recordType,
    ]),
    [
      ['operator', 'app', 'member.added', 'member'],
      ['operator', 'app', 'scope.approved', 'scope'],
      ['Zapier', 'api', 'scope.drafted', 'scope'],
      ['Zapier', 'api', 'project.created', 'project'],
      ['Zapier', 'api', 'client.created', 'client'],
      ['operator', 'app', 'key.created', 'key'],
      ['operator', 'app', 'workspace.created', 'workspace'],
    ],
  );
  t.deepEqual(Object.keys(audits[0]), [
    'id',
    'recordedAt',
    'via',
    'actor',
    'keyPrefix',
    'action',
    'recordType',
    'recordId',
    'requestId',
    'changes',
  ]);
  const [{ prefix }] = (await corkboard('key', 'list', '--workspace', studio.id)).keys;
  t.deepEqual(
    audits.map(({ keyPrefix }: { keyPrefix: string | null }) => keyPrefix),
    [null, null, prefix, prefix, prefix, null, null],
  );
  t.is(audits[0].recordId, member.id);
  t.is(audits[1].recordId, audits[2].recordId);
  t.is(scope.version, 1);
});

test('list shows 100 entries, or as many as --limit says', async t => {
  const { id } = await w.workspace();
  await w.db.query(
    `select corkboard.record_audit(($1::uuid, 'app', 'operator'), 'a.b', 'workspace', $1) from generate_series(1, 150)`,
    [id],
  );
  const entries = async (...more: string[]) =>
    (await corkboard('audit', 'list', '--workspace', id, ...more)).audits.length;
  t.is(await entries(), 100);
  t.is(await entries('--limit', '3'), 3);
  t.is(await entries('--limit', '1000'), 152);
});

test('every command of the operator leaves an audit entry', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const { id } = await studio.project({ clientId: client.id, intake: {} });
  await studio.scope(id);
  const paid = (await studio.invoice(id)).id;
  const voided = (await studio.invoice(id)).id;
  const member = (await corkboard('member', 'add', '--workspace', studio.id, '--email', 'a@w.example')).member
    .id;
  const key = (await corkboard('key', 'create', '--workspace', studio.id, '--label', 'L')).key.id;
  for (const command of [
    ['workspace', 'set', studio.id, '--ai', 'true'],
    ['key', 'revoke', key],
    ['member', 'remove', member],
    ['client', 'set', client.id, '--contact-name', 'Ana'],
    ['project', 'set', id, '--stage', 'lead'],
    ['intake', 'submit', id, '--answers', '{}'],
    ['scope', 'approve', id, '--by', 'Ana'],
    ['contract', 'sign', id],
    ['change-order', 'approve', id, '--amount-cents', '1'],
    ['invoice', 'edit', paid, '--amount-cents', '100', '--tax-rate-bps', '0', '--tax-inclusive', 'false'],
    ['invoice', 'send', paid],
    ['invoice', 'view', paid],
    ['invoice', 'late-fee', paid, '--cents', '1'],
    ['invoice', 'pay', paid],
    ['invoice', 'void', voided],
    ['project', 'trash', id],
    ['client', 'trash', client.id],
  ]) {
    await corkboard(...command);
  }
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  t.deepEqual(
    audits
      .map(({ action }: { action: string }) => action)
      .slice(0, 19)
      .reverse(),
    [
      ...[
        'member.added',
        'key.created',
        'workspace.changed',
        'key.revoked',
        'member.removed',
        'client.changed',
      ],
      ...[
        'project.changed',
        'intake.submitted',
        'scope.approved',
        'contract.signed',
        'change_order.approved',
      ],
      ...[
        'invoice.edited',
        'invoice.sent',
        'invoice.viewed',
        'invoice.late_fee',
        'invoice.paid',
        'invoice.void',
      ],
      ...['project.trashed', 'client.trashed'],
    ],
  );
});

test('a command that changes nothing leaves no audit entry', async t => {
  const studio = await w.workspace();
  const client = await studio.client();
  const { id } = await studio.project({ clientId: client.id });
  const invoice = await studio.invoice(id);
  const commands = [
    ['workspace', 'set', studio.id, '--currency', 'EUR', '--tax-rate-bps', '700'],
    ['client', 'set', client.id, '--contact-name', 'Ana'],
    ['project', 'set', id, '--status', 'paused', '--stage', 'lead'],
    ['invoice', 'late-fee', invoice.id, '--cents', '1500'],
  ];
  await corkboard('invoice', 'send', invoice.id);
  for (const command of commands) await corkboard(...command);
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  for (const command of [
    ...commands,
    ...commands.slice(0, 3).map(([noun, verb, of]) => [noun!, verb!, of!]),
  ]) {
    await corkboard(...command);
  }
  t.deepEqual(await corkboard('audit', 'list', '--workspace', studio.id), { audits });
});

test('the list for people has columns and one line per entry, whatever an actor’s name is', async t => {
  const { id } = await w.workspace();
  await corkboard('key', 'create', '--workspace', id, '--label', 'Zap\n\u001b[31mred');
  await w.db.query(
    `select corkboard.record_audit(($1::uuid, 'api', label), 'a.b', 'key', id) from corkboard.api_keys
     where workspace_id = $1 and label <> 'Test key'`,
    [id],
  );
  const [head, first, ...rest] = (await corkboard.read('audit', 'list', '--workspace', id)).split('\n');
  t.regex(head!, /^TIME +ACTOR +KEY +VIA +ACTION +RECORD$/);
  t.regex(first!, /^\d{4}-\S+Z {2}Zap \[31mred {2}- +assistant, via API {2}a\.b {2,}key [0-9a-f-]{36}$/);
  t.is(rest.length, 4);
});

test('a workspace that does not exist is not found; a limit must be a number from 1', async t => {
  t.is(await corkboard.refused('audit', 'list', '--workspace', 'nonsense'), 'No workspace with this id.');
  for (const limit of ['0', '10001', 'all']) {
    t.regex(await misuse('audit', 'list', '--workspace', 'x', '--limit', limit), /--limit/);
  }
});
