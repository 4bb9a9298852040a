import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { nouns } from '../../src/operator/nouns.ts';
import { call } from '../support/call.ts';
import { everything, operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { world } from '../support/world.ts';

// What each command answers with --json, once. The rules behind the commands are tried on their functions
// (test/actions/moves.test.ts), and what they print besides in the other files of this folder.

const w = world(test);
const h = subscriptions(w);
const { sql } = w;
const run = operator(w, { WEBHOOK_ALLOW_PRIVATE: 'true' });

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const fields = {
  workspace:
    'id name ownerEmail defaultCurrency plan taxRateBps pricesIncludeTax ai createdAt state suspendedAt removalDueAt',
  plan: 'name clients activeProjects seats monthlyWrites api webhooks classification',
  key: 'id workspaceId label scopes prefix createdAt lastUsedAt revokedAt',
  endpoint:
    'id workspaceId url format events description failuresInRow createdAt disabledAt previousSecretExpiresAt',
  delivery: 'id workspaceId endpointId event status attemptsMade dueAt createdAt settledAt requestId',
  client: 'id name company eInvoiceCountry eInvoiceNetworkId createdVia createdAt contactName trashedAt',
  inquiry: 'id clientId projectId convertedAt dismissedAt',
  project: 'id clientId name stage status hourlyRateCents budgetMinutes createdVia createdAt trashedAt',
  scope: 'projectId deliverables revisionRounds timeline priceCents currency version approvedAt approvedBy',
  invoice:
    'id projectId number kind status currency lineItems discountCents taxRateBps taxInclusive amountCents taxCents lateFeeCents totalCents dueDate supplyDate poNumber createdVia createdAt sentAt paidAt viewedAt voidedAt',
  payment: 'id invoiceId amountCents currency paidOn method reference note recordedBy recordedAt',
  member: 'id email role createdAt',
  audit: 'id recordedAt via actor keyPrefix action recordType recordId requestId changes',
};
const shown = (record: object) => Object.keys(record).join(' ');

const answered = new Set<string>();
/** Runs a command, and remembers that its answer was looked at. */
const corkboard = Object.assign(
  (...args: string[]) => {
    answered.add(args.slice(0, 2).join(' '));
    return run(...args);
  },
  { refused: run.refused, read: run.read },
);

test.serial('workspace create answers with the defaults, and makes its owner a member', async t => {
  const create = ['workspace', 'create', '--name', ' Studio ', '--owner-email', 'o@w.example'];
  const { workspace } = await corkboard(...create);
  const { id, createdAt, ...rest } = workspace;
  t.deepEqual(rest, {
    ...{ name: 'Studio', ownerEmail: 'o@w.example', defaultCurrency: 'USD', plan: 'pro', taxRateBps: 0 },
    ...{ pricesIncludeTax: false, ai: false, state: 'active', suspendedAt: null, removalDueAt: null },
  });
  t.is(shown(workspace), fields.workspace);
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  t.regex(createdAt, time);
  const { members } = await corkboard('member', 'list', '--workspace', id);
  t.like(members, [{ email: 'o@w.example', role: 'owner' }]);
  const more = ['--plan', 'free', '--currency', 'EUR', '--tax-rate-bps', '1900', '--prices-include-tax'];
  const chosen = { plan: 'free', defaultCurrency: 'EUR', taxRateBps: 1900, pricesIncludeTax: true };
  t.like((await corkboard(...create, ...more)).workspace, chosen);
  t.is(await corkboard.refused(...create, '--plan', 'gold'), 'No plan named gold.');
});

test.serial(
  'workspace show, list, set, suspend, resume and remove answer with the record as it is then',
  async t => {
    const { id } = await w.workspace();
    const { workspace: made } = await corkboard('workspace', 'show', id);
    const { workspaces } = await corkboard('workspace', 'list');
    t.deepEqual(
      workspaces.find((one: { id: string }) => one.id === id),
      made,
    );
    const options = ['--plan', 'studio', '--currency', 'CHF', '--tax-rate-bps', '700', '--ai', 'true'];
    const { workspace } = await corkboard('workspace', 'set', id, ...options);
    t.deepEqual(workspace, { ...made, plan: 'studio', defaultCurrency: 'CHF', taxRateBps: 700, ai: true });
    const { workspace: suspended } = await corkboard('workspace', 'suspend', id);
    t.deepEqual(suspended, { ...workspace, state: 'suspended', suspendedAt: suspended.suspendedAt });
    t.regex(suspended.suspendedAt, time);
    const { workspace: removing } = await corkboard('workspace', 'remove', id);
    t.deepEqual(removing, { ...suspended, state: 'removing', removalDueAt: removing.removalDueAt });
    const days = (Date.parse(removing.removalDueAt) - Date.parse(removing.suspendedAt)) / 86_400_000;
    t.true(days >= 30 && days < 30.01, `${days} days`);
    t.deepEqual(await corkboard('workspace', 'resume', id), { workspace });
  },
);

test.serial(
  'plan list shows the plans of a new installation, and plan set changes what is given',
  async t => {
    const { plans } = await corkboard('plan', 'list');
    const all = { api: true, webhooks: true, classification: true };
    const uncapped = { clients: null, activeProjects: null, seats: null, monthlyWrites: null };
    const free = { clients: 3, activeProjects: 3, seats: 1, monthlyWrites: 200 };
    const isOurs = ({ name }: { name: string }) => ['free', 'pro', 'studio'].includes(name);
    // Others' tests on the same database of Citus add more.
    t.deepEqual(plans.filter(isOurs), [
      { name: 'free', ...free, ...all, classification: false },
      { name: 'pro', clients: null, activeProjects: 50, seats: 5, monthlyWrites: 10_000, ...all },
      { name: 'studio', ...uncapped, monthlyWrites: 100_000, ...all },
    ]);
    const { plan: made } = await corkboard('plan', 'set', 'agency');
    t.is(shown(made), fields.plan);
    t.deepEqual(made, { name: 'agency', ...uncapped, ...all, classification: false });
    const caps = ['--clients', '0', '--active-projects', '2', '--seats', '3', '--monthly-writes', '4'];
    const features = ['--api', 'false', '--webhooks', 'false', '--classification', 'true'];
    const { plan } = await corkboard('plan', 'set', 'agency', ...caps, ...features);
    const set = { name: 'agency', clients: 0, activeProjects: 2, seats: 3, monthlyWrites: 4 };
    t.deepEqual(plan, { ...set, api: false, webhooks: false, classification: true });
    const again = await corkboard('plan', 'set', 'agency', '--clients', 'unlimited', '--seats', '9');
    t.deepEqual(again, { plan: { ...plan, clients: null, seats: 9 } });
  },
);

test.serial('key create shows a key once; key list, find and revoke show it without its secret', async t => {
  const { id } = await w.workspace();
  const create = ['key', 'create', '--workspace', id, '--label', ' Zap '];
  const { key: readOnly, secret: _ } = await corkboard(...create);
  t.deepEqual(readOnly.scopes, ['read']);
  const scopes = ['--scopes', 'write:time,read, write:projects'];
  const { key, secret, ...more } = await corkboard(...create, ...scopes);
  t.deepEqual(more, {});
  t.is(shown(key), 'id label scopes prefix');
  t.like(key, { label: 'Zap', scopes: ['read', 'write:projects', 'write:time'] });
  // Empty, except on Citus.
  const [{ suffix }] = await sql('select corkboard.secret_suffix($1) as suffix', id);
  t.regex(secret, new RegExp(`^crk_[\\w-]{43}${suffix}$`));
  t.true(secret.startsWith(key.prefix));
  t.is((await call(w.baseUrl, { method: 'GET', path: '/me', key: secret })).status, 200);
  const { keys } = await corkboard('key', 'list', '--workspace', id);
  t.is(shown(keys[0]), fields.key);
  t.like(keys, [{ label: 'Test key' }, readOnly, { ...key, workspaceId: id, revokedAt: null }]);
  t.deepEqual(await corkboard('key', 'find', secret), { keys: [keys[2]] });
  const revoked = await corkboard('key', 'revoke', key.id);
  t.deepEqual(revoked, { key: { ...keys[2], revokedAt: revoked.key.revokedAt } });
  t.regex(revoked.key.revokedAt, time);
});

test.serial(
  'endpoint add and rotate show a secret, and every other verb the endpoint without it',
  async t => {
    const { id } = await w.workspace();
    const url = 'http://127.0.0.1:9/hook';
    const add = [
      'endpoint',
      'add',
      '--workspace',
      id,
      '--url',
      url,
      '--events',
      'client.created,invoice.paid',
    ];
    const { endpoint, secret, ...more } = await corkboard(...add, '--description', 'CRM');
    t.deepEqual(more, {});
    t.is(shown(endpoint), fields.endpoint);
    t.like(endpoint, { workspaceId: id, url, format: 'json', description: 'CRM', disabledAt: null });
    t.deepEqual(endpoint.events, ['client.created', 'invoice.paid']);
    t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = { ...endpoint, health: { state: 'working', since: null, why: null, until: null } };
    t.deepEqual(await corkboard('endpoint', 'show', endpoint.id), { endpoint: listed });
    t.deepEqual(await corkboard('endpoint', 'list', '--workspace', id), { endpoints: [listed] });
    const off = await corkboard('endpoint', 'disable', endpoint.id);
    t.deepEqual(off, { endpoint: { ...endpoint, disabledAt: off.endpoint.disabledAt } });
    t.regex(off.endpoint.disabledAt, time);
    t.deepEqual(await corkboard('endpoint', 'enable', endpoint.id), { endpoint });
    const changed = { url: 'http://127.0.0.1:9/new', events: ['client.created'], description: null };
    const edit = ['--url', changed.url, '--events', 'client.created'];
    t.deepEqual(await corkboard('endpoint', 'edit', endpoint.id, ...edit), {
      endpoint: { ...endpoint, ...changed },
    });
    const tested = await corkboard('endpoint', 'test', endpoint.id);
    t.is(shown(tested), 'outcome status durationMs reason response');
    const rotated = await corkboard('endpoint', 'rotate', endpoint.id);
    t.is(shown(rotated), 'endpoint secret');
    t.regex(rotated.secret, /^whsec_/);
    t.not(rotated.secret, secret);
    const untilMs = Date.parse(rotated.endpoint.previousSecretExpiresAt) - Date.now();
    t.true(untilMs > 86_340_000 && untilMs <= 86_400_000);
    const { endpoint: removed } = await corkboard('endpoint', 'remove', endpoint.id);
    t.is(removed.id, endpoint.id);
    t.regex(await corkboard.refused('endpoint', 'show', endpoint.id), /^No endpoint with this id\./);
    for (const format of ['slack', 'discord'])
      t.deepEqual(Object.keys(await corkboard(...add, '--format', format)), ['endpoint'], format);
  },
);

test.serial('delivery list, show, replay, retry and replay-missed answer with deliveries', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const { id: clientId } = await studio.client();
  const list = () => corkboard('delivery', 'list', '--endpoint', endpointId);
  const { deliveries } = await list();
  t.is(shown(deliveries[0]), `${fields.delivery} record waitingSince lastAttempt`);
  const [{ id }] = deliveries;
  const { delivery } = await corkboard('delivery', 'show', id);
  t.is(shown(delivery), `${fields.delivery} record waitingSince lastAttempt round keptUntil data attempts`);
  t.like(delivery, { id, endpointId, event: 'client.created', status: 'pending', round: 1, attempts: [] });
  t.is(delivery.data.clientId, clientId);
  await sql(`update corkboard.webhook_deliveries set due_at = now() + interval '2 hours' where id = $1`, id);
  const { delivery: retried } = await corkboard('delivery', 'retry', id);
  t.is(shown(retried), fields.delivery);
  t.true(Date.parse(retried.dueAt) <= Date.now());
  await sql(`update corkboard.webhook_deliveries set due_at = now() + interval '2 hours' where id = $1`, id);
  t.deepEqual(await corkboard('delivery', 'retry', '--endpoint', endpointId), { retried: 1 });
  const settle = `update corkboard.webhook_deliveries set status = 'missed', due_at = null, settled_at = now() where id = $1`;
  await sql(settle, id);
  const { delivery: replayed } = await corkboard('delivery', 'replay', id);
  t.is(shown(replayed), fields.delivery);
  t.like(replayed, { id, status: 'pending', attemptsMade: 0, settledAt: null });
  await sql(settle, id);
  const all = await corkboard('delivery', 'replay-missed', '--endpoint', endpointId);
  t.deepEqual(all, { deliveries: [{ ...replayed, dueAt: all.deliveries[0].dueAt }], replayed: 1 });
});

test.serial(
  'secrets list, rotate and decrypt answer with the keys that secrets are encrypted with',
  async t => {
    const { keys } = await corkboard('secrets', 'list');
    t.true(keys.every((key: object) => Object.keys(key).length > 1));
    t.deepEqual(await corkboard('secrets', 'decrypt'), { keys });
    t.regex(await corkboard.refused('secrets', 'rotate'), /^SECRETS_KEY must be set/);
    answered.add('secrets rotate');
  },
);

test.serial('workspace set-logo takes the file with this name, and remove-logo removes the logo', async t => {
  const { id } = await w.workspace();
  const file = join(import.meta.dirname, '../../src/console/assets/console.svg');
  const { workspace } = await corkboard('workspace', 'set-logo', id, '--logo', file);
  t.is(shown(workspace), fields.workspace);
  const [{ isFile }] = await sql(
    'select bytes = $2 as "isFile" from corkboard.workspace_logos where workspace_id = $1',
    id,
    readFileSync(file),
  );
  t.true(isFile);
  t.deepEqual(await corkboard('workspace', 'remove-logo', id), { workspace });
  t.regex(
    await corkboard.refused('workspace', 'set-logo', id, '--logo', import.meta.filename),
    /^--logo must be a PNG, JPEG or SVG image\.$/m,
  );
  t.regex(
    await corkboard.refused('workspace', 'set-logo', id, '--logo', '/no/file'),
    /--logo can’t be read: ENOENT/,
  );
});

test.serial('client and project answer with the record and since when it is in the trash', async t => {
  const studio = await w.workspace();
  const made = await studio.client();
  const { client: first } = await corkboard('client', 'set', made.id, '--contact-name', ' Ana ');
  t.is(shown(first), fields.client);
  t.deepEqual(first, { ...made, contactName: 'Ana', trashedAt: null });
  const network = ['--e-invoice-country', 'DE', '--e-invoice-network-id', '9930:de1'];
  const { client } = await corkboard('client', 'set', made.id, ...network);
  t.deepEqual(client, { ...first, eInvoiceCountry: 'DE', eInvoiceNetworkId: '9930:de1' });
  const begun = await studio.project({ clientId: made.id, hourlyRateCents: 9500, budgetMinutes: 60 });
  const { project } = await corkboard('project', 'set', begun.id, '--status', 'paused', '--stage', 'lead');
  t.is(shown(project), fields.project);
  t.deepEqual(project, { ...begun, status: 'paused', stage: 'lead', trashedAt: null });
  const trashed = await corkboard('project', 'trash', begun.id);
  t.deepEqual(trashed, { project: { ...project, trashedAt: trashed.project.trashedAt } });
  t.regex(trashed.project.trashedAt, time);
  t.deepEqual(await corkboard('project', 'restore', begun.id), { project });
  const gone = await corkboard('client', 'trash', made.id);
  t.deepEqual(gone, { client: { ...client, trashedAt: gone.client.trashedAt } });
  t.regex(gone.client.trashedAt, time);
  t.deepEqual(await corkboard('client', 'restore', made.id), { client });
  const { client: erased } = await corkboard('client', 'erase', made.id);
  t.is(shown(erased), `${fields.client} erasedAt`);
});

test.serial(
  'inquiry list shows whose inquiries there are, and every other verb what became of one',
  async t => {
    const { id } = await w.workspace();
    await sql(`select corkboard.set_inquiry_form($1, '{"is_open": true}')`, id);
    const receive = async (name: string): Promise<string> =>
      (
        await sql(
          `select id from corkboard.receive_inquiry($1, $2, 'ines@x.example', null, 'A menu', '{}', null, null)`,
          ...[id, name],
        )
      )[0].id;
    const [first, second, third] = [await receive('Ines'), await receive('Ana'), await receive('Ben')];
    const { inquiries } = await corkboard('inquiry', 'list', '--workspace', id);
    t.is(shown(inquiries[0]), 'id name email company receivedAt convertedAt dismissedAt clientId projectId');
    t.like(inquiries, [{ id: first, name: 'Ines', email: 'ines@x.example', clientId: null }, { id: second }]);
    const { inquiry } = await corkboard('inquiry', 'convert', first, '--project-name', 'Menu');
    t.is(shown(inquiry), fields.inquiry);
    const add = ['inquiry', 'add-project', second, '--client-id', inquiry.clientId];
    t.like((await corkboard(...add)).inquiry, { id: second, clientId: inquiry.clientId });
    const { inquiry: dismissed } = await corkboard('inquiry', 'dismiss', third);
    t.regex(dismissed.dismissedAt, time);
    t.deepEqual(await corkboard('inquiry', 'reopen', third), {
      inquiry: { ...dismissed, dismissedAt: null },
    });
    t.deepEqual(await corkboard('inquiry', 'delete', third), { inquiry: { id: third } });
  },
);

test.serial(
  'intake, scope, contract and change-order answer with what was settled, and an intake never with answers',
  async t => {
    const studio = await w.workspace();
    const { id } = await studio.project({ intake: {} });
    const given = '{" Who visits? ": " Regulars ", "Why?": " "}';
    const { intake } = await corkboard('intake', 'submit', id, '--answers', given);
    t.deepEqual(intake, { projectId: id, submittedAt: intake.submittedAt });
    t.regex(intake.submittedAt, time);
    const [{ answers }] = await sql('select answers from corkboard.intakes where project_id = $1', id);
    t.deepEqual(answers, { 'Who visits?': 'Regulars' });
    const draft = await studio.scope(id, { priceCents: 5000, timeline: 'Six weeks', currency: 'EUR' });
    const { scope: sent } = await corkboard('scope', 'send', id);
    t.is(shown(sent), 'projectId version sentVersion sentAt');
    const { scope } = await corkboard('scope', 'approve', id, '--by', ' Ana Duarte ');
    t.is(shown(scope), fields.scope);
    t.deepEqual(scope, { ...draft, projectId: id, approvedBy: 'Ana Duarte', approvedAt: scope.approvedAt });
    t.regex(scope.approvedAt, time);
    const { project: offered } = await corkboard('contract', 'send', id);
    t.is(shown(offered), 'id contractSentAt');
    const { contract } = await corkboard('contract', 'sign', id);
    t.is(shown(contract), 'id projectId signedAt');
    t.is(contract.projectId, id);
    const approve = ['change-order', 'approve', id, '--amount-cents', '25000'];
    const { changeOrder } = await corkboard(...approve, '--rounds', '2');
    t.is(shown(changeOrder), 'id projectId amountCents currency rounds approvedAt');
    t.like(changeOrder, { projectId: id, amountCents: 25_000, currency: 'EUR', rounds: 2 });
    t.like((await corkboard(...approve, '--currency', 'CHF')).changeOrder, { currency: 'CHF', rounds: 0 });
    t.is((await studio.get(`/projects/${id}`)).body.project.roundsIncluded, 2);
  },
);

test.serial('invoice answers with the invoice, and when its client opened it and it was voided', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const made = await studio.invoice(projectId, { dueDate: '2030-01-31', taxRateBps: 0 });
  const edit = ['--amount-cents', '700', '--tax-rate-bps', '0', '--tax-inclusive', 'false'];
  const { invoice: edited } = await corkboard('invoice', 'edit', made.id, ...edit);
  t.is(shown(edited), `${fields.invoice} version`);
  t.like(edited, { id: made.id, totalCents: 700, dueDate: null, version: 2 });
  const { invoice: sent } = await corkboard('invoice', 'send', made.id);
  t.is(shown(sent), fields.invoice);
  t.deepEqual({ ...edited, ...sent }, { ...edited, status: 'SENT', sentAt: sent.sentAt });
  const { invoice: viewed } = await corkboard('invoice', 'view', made.id);
  t.deepEqual(viewed, { ...sent, viewedAt: viewed.viewedAt });
  const { invoice: charged } = await corkboard('invoice', 'late-fee', made.id, '--cents', '1500');
  t.deepEqual(charged, { ...viewed, lateFeeCents: 1500, totalCents: 2200 });
  const { invoice: paid } = await corkboard('invoice', 'pay', made.id);
  t.deepEqual(paid, { ...charged, status: 'PAID', paidAt: paid.paidAt });
  const { payments } = await corkboard('payment', 'list', '--invoice', made.id);
  t.is(shown(payments[0]), fields.payment);
  t.like(payments, [{ invoiceId: made.id, amountCents: 2200, method: null, recordedBy: 'operator' }]);
  const { invoice: reopened } = await corkboard('payment', 'remove', payments[0].id);
  t.deepEqual(reopened, charged);
  const given = ['--amount-cents', '200', '--on', '2026-01-31', '--method', 'Cash'];
  const more = ['--reference', 'R-1', '--note', 'In an envelope'];
  t.deepEqual((await corkboard('invoice', 'pay', made.id, ...given, ...more)).invoice, charged);
  t.like((await corkboard('payment', 'list', '--invoice', made.id)).payments, [
    {
      ...{ amountCents: 200, paidOn: '2026-01-31', method: 'Cash', reference: 'R-1', note: 'In an envelope' },
    },
  ]);
  const { id: draft } = await studio.invoice(projectId);
  const { invoice: voided } = await corkboard('invoice', 'void', draft);
  for (const at of [sent.sentAt, viewed.viewedAt, paid.paidAt, voided.voidedAt]) t.regex(at, time);
  t.is(voided.status, 'VOID');
  const detected = await corkboard('invoices', 'detect-overdue', '--on', '1990-01-31');
  t.deepEqual(detected, { invoices: { on: '1990-01-31', detected: 0 } });
});

test.serial('estimate answers with the answer, and with the invoice that it becomes', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const [accepted, declined] = [1, 2].map(() => studio.invoice(projectId, { kind: 'estimate' }));
  for (const { id } of [await accepted!, await declined!]) await run('invoice', 'send', id);
  const { id: estimateId } = await accepted!;
  const { estimate: answer } = await corkboard('estimate', 'accept', estimateId, '--by', ' Ana Duarte ');
  t.deepEqual(answer, { estimateId, answer: 'accepted', answeredAt: answer.answeredAt });
  t.regex(answer.answeredAt, time);
  const no = ['estimate', 'decline', (await declined!).id, '--by', 'Ana', '--reason', 'Too late'];
  t.is((await corkboard(...no)).estimate.answer, 'declined');
  const stored = await sql(
    `select answered_by as by, reason, recorded_by as recorder from corkboard.estimate_answers
      where workspace_id = $1 order by answered_at`,
    studio.id,
  );
  t.deepEqual(stored, [
    { by: 'Ana Duarte', reason: null, recorder: 'operator' },
    { by: 'Ana', reason: 'Too late', recorder: 'operator' },
  ]);
  const { invoice } = await corkboard('estimate', 'convert', estimateId);
  t.is(shown(invoice), fields.invoice);
  t.like(invoice, { number: 'INV-0001', status: 'DRAFT', createdVia: 'app' });
});

test.serial('member answers with the member, and sign-in with a link', async t => {
  const { id } = await w.workspace();
  const { member } = await corkboard('member', 'add', '--workspace', id, '--email', 'ana@w.example');
  t.is(shown(member), fields.member);
  t.like(member, { email: 'ana@w.example', role: 'member' });
  const { members } = await corkboard('member', 'list', '--workspace', id);
  t.deepEqual(members.slice(1), [member]);
  t.is(shown(await corkboard('member', 'sign-in', member.id)), 'url expiresAt');
  t.deepEqual(await corkboard('member', 'sign-out', member.id), { member });
  const named = { member: { ...member, email: 'new@w.example' } };
  t.deepEqual(await corkboard('member', 'set', member.id, '--email', ' new@w.example '), named);
  t.deepEqual(await corkboard('member', 'make-owner', member.id), {
    member: { ...named.member, role: 'owner' },
  });
  const former = { member: { ...members[0], role: 'member' } };
  t.deepEqual(await corkboard('member', 'remove', members[0].id), former);
});

test.serial('audit list answers with who did what, by which channel, newest first', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const project = await studio.project();
  await studio.scope(project.id);
  await run('scope', 'approve', project.id, '--by', 'Ana');
  const { member } = await run('member', 'add', '--workspace', studio.id, '--email', 'ben@w.example');
  const { audits } = await corkboard('audit', 'list', '--workspace', studio.id);
  t.is(shown(audits[0]), fields.audit);
  const [{ prefix }] = (await run('key', 'list', '--workspace', studio.id)).keys;
  t.deepEqual(
    audits.map(({ actor, via, keyPrefix, action, recordType }: Record<string, string>) =>
      [actor, via, keyPrefix, action, recordType].join(' '),
    ),
    [
      'operator app  member.added member',
      'operator app  scope.approved scope',
      `Zapier api ${prefix} scope.drafted scope`,
      `Zapier api ${prefix} project.created project`,
      `Zapier api ${prefix} client.created client`,
      'operator app  key.created key',
      'operator app  workspace.created workspace',
    ],
  );
  t.is(audits[0].recordId, member.id);
  const limited = await corkboard('audit', 'list', '--workspace', studio.id, '--limit', '3');
  t.deepEqual(limited, { audits: audits.slice(0, 3) });
});

test.serial('project invoice-time drafts an invoice of the project’s time', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Website' });
  await studio.post(`/projects/${id}/time`, { minutes: 90, date: '2026-10-05' });
  const bill = [
    'project',
    'invoice-time',
    id,
    '--from',
    '2026-10-01',
    '--until',
    '2026-10-31',
    '--by',
    'one',
  ];
  t.is(await corkboard.refused(...bill), 'hourlyRateCents is required.');
  const { invoice } = await corkboard(...bill, '--hourly-rate-cents', '9000');
  t.is(shown(invoice), `${fields.invoice} version`);
  t.like(invoice, { projectId: id, status: 'DRAFT', totalCents: 13_500 });
});

test.serial('the answer of every command is in this file', t => {
  const all = nouns.flatMap(({ name, verbs }) => verbs.map(verb => `${name} ${verb.name}`));
  t.deepEqual([...answered].toSorted(), all.toSorted());
});

const unknown = '01900000-0000-7000-8000-000000000000';

/** A verb of each noun on each kind of record that it finds by an id. */
const finding = [
  ...new Map(
    nouns.flatMap(({ name, verbs }) =>
      verbs.filter(verb => verb.of !== undefined).map(verb => [`${name} ${verb.of}`, { name, verb }]),
    ),
  ).values(),
];

test.serial('a record that is unknown, or whose id is malformed, is not found', async t => {
  const needed: Record<string, string> = {
    '--cents': '1',
    '--amount-cents': '1',
    '--by': 'Ana',
    '--answers': '{}',
  };
  for (const [n, { name, verb }] of finding.entries()) {
    const id = n % 2 === 0 ? unknown : 'nonsense';
    const options = (verb.parameters ?? []).flatMap(parameter => {
      if (!('mandatory' in parameter)) return [id];
      const { long, mandatory, defaultValue } = parameter;
      return mandatory && defaultValue === undefined ? [long!, needed[long!] ?? id] : [];
    });
    const says = await corkboard.refused(name, verb.name, ...options);
    t.regex(says, new RegExp(`^No ${verb.of} with this id\\.`), `${name} ${verb.name}`);
  }
});

test('every verb that takes an id finds the record of its noun by it', t => {
  for (const { name, verbs } of nouns)
    for (const { of, parameters = [], ...verb } of verbs)
      if (parameters.some(parameter => !('mandatory' in parameter) && parameter.name() === 'id'))
        t.is(of, name, `${name} ${verb.name}`);
});

test.serial('a refused command changes nothing, and says why in one line', async t => {
  const studio = await w.workspace();
  const { id } = await studio.invoice((await studio.project()).id);
  const before = await everything(w, studio.id);
  t.is(await corkboard.refused('invoice', 'pay', id), 'INV-0001 is DRAFT and cannot become PAID.');
  const edit = ['--tax-rate-bps', '0', '--tax-inclusive', 'false'];
  t.regex(await corkboard.refused('invoice', 'edit', id, ...edit), /is required, unless/);
  const both = ['--amount-cents', '1', '--line-items', '[{"description":"A","unitPriceCents":1}]'];
  t.regex(
    await corkboard.refused('invoice', 'edit', id, ...both, ...edit),
    /^--line-items cannot be combined with amountCents/,
  );
  t.deepEqual(await everything(w, studio.id), before);
});
