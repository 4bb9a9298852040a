import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Row } from '../../src/actions/define.ts';
import { nouns } from '../../src/operator/nouns.ts';
import { call } from '../support/call.ts';
import { everything, operator } from '../support/command.ts';
import { subscriptions } from '../support/hooks.ts';
import { queuedJobs } from '../support/queue.ts';
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
  payment: 'id invoiceId kind amountCents currency paidOn method reference note recordedBy recordedAt',
  member: 'id email name role createdAt',
  audit: 'id recordedAt via actor keyPrefix action recordType recordId requestId changes',
};
const shown = (record: object) => Object.keys(record).join(' ');

/** The words of a command, in which %20 is a space. */
const words = (command: string) => command.split(' ').map(decodeURIComponent);
const answered = new Set<string>();
/** Runs a command, and remembers that its answer was looked at. */
const corkboard = (command: string) => {
  answered.add(command.split(' ', 2).join(' '));
  return run(...words(command));
};
const refused = (command: string) => run.refused(...words(command));

/** Runs a command that answers with a record of its noun and nothing else. In what is expected, `time` is any time. */
async function answers(t: ExecutionContext, command: string, expected: Row): Promise<any> {
  const { [command.split(' ')[0]!]: record, ...more } = await corkboard(command);
  t.deepEqual(more, {}, command);
  const stamps = Object.keys(expected).filter(field => expected[field] === time);
  for (const field of stamps) t.regex(record[field], time);
  t.deepEqual(record, { ...expected, ...Object.fromEntries(stamps.map(field => [field, record[field]])) });
  return record;
}

test.serial('workspace create answers with the defaults, and makes its owner a member', async t => {
  const create = 'workspace create --name %20Studio%20 --owner-email o@w.example';
  const { workspace } = await corkboard(create);
  const { id, createdAt, ...rest } = workspace;
  t.deepEqual(rest, {
    ...{ name: 'Studio', ownerEmail: 'o@w.example', defaultCurrency: 'USD', plan: 'pro', taxRateBps: 0 },
    ...{ pricesIncludeTax: false, ai: false, state: 'active', suspendedAt: null, removalDueAt: null },
  });
  t.is(shown(workspace), fields.workspace);
  t.regex(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  t.regex(createdAt, time);
  const { members } = await corkboard(`member list --workspace ${id}`);
  t.like(members, [{ email: 'o@w.example', role: 'owner' }]);
  const chosen = { plan: 'free', defaultCurrency: 'EUR', taxRateBps: 1900, pricesIncludeTax: true };
  const options = '--plan free --currency EUR --tax-rate-bps 1900 --prices-include-tax';
  t.like((await corkboard(`${create} ${options}`)).workspace, chosen);
  t.is(await refused(`${create} --plan gold`), 'No plan named gold.');
});

test.serial('the other verbs of workspace answer with the record as it is then', async t => {
  const { id } = await w.workspace();
  const { workspace: made } = await corkboard(`workspace show ${id}`);
  const { workspaces } = await corkboard('workspace list');
  t.deepEqual(
    workspaces.find((one: { id: string }) => one.id === id),
    made,
  );
  const changes = { plan: 'studio', defaultCurrency: 'CHF', taxRateBps: 700, ai: true };
  const options = '--plan studio --currency CHF --tax-rate-bps 700 --ai true';
  const changed = await answers(t, `workspace set ${id} ${options}`, { ...made, ...changes });
  const stopped = { ...changed, state: 'suspended', suspendedAt: time };
  const suspended = await answers(t, `workspace suspend ${id}`, stopped);
  const removed = { ...suspended, state: 'removing', removalDueAt: time };
  const { removalDueAt } = await answers(t, `workspace remove ${id}`, removed);
  const days = (Date.parse(removalDueAt) - Date.parse(suspended.suspendedAt)) / 86_400_000;
  t.true(days >= 30 && days < 30.01, `${days} days`);
  await answers(t, `workspace resume ${id}`, changed);
  const format = 'RE-{year}-{number:3}';
  const { numbers } = await corkboard(
    `workspace set-numbers ${id} --kind invoice --format ${format} --next-number 118`,
  );
  t.is(shown(numbers), 'kind format restartsYearly nextNumber');
  t.like(numbers, { kind: 'invoice', format });
  t.regex(numbers.nextNumber, /^RE-\d{4}-118$/);
  const file = join(import.meta.dirname, '../../src/console/assets/console.svg');
  await answers(t, `workspace set-logo ${id} --logo ${file}`, changed);
  const [logo] = await sql('select bytes from corkboard.workspace_logos where workspace_id = $1', id);
  t.is(logo.bytes.toString('latin1', 1, 4), 'PNG');
  await answers(t, `workspace remove-logo ${id}`, changed);
  const set = `workspace set-logo ${id} --logo`;
  t.regex(await refused(`${set} ${import.meta.filename}`), /^--logo must be a PNG, JPEG or SVG image\.$/m);
  t.regex(await refused(`${set} /no/file`), /--logo can’t be read: ENOENT/);
});

test.serial(
  'plan list shows the plans of a new installation, and plan set changes what is given',
  async t => {
    const { plans } = await corkboard('plan list');
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
    const agency = { name: 'agency', ...uncapped, ...all, classification: false };
    t.is(shown(await answers(t, 'plan set agency', agency)), fields.plan);
    const caps = { clients: 0, activeProjects: 2, seats: 3, monthlyWrites: 4 };
    const plan = { name: 'agency', ...caps, api: false, webhooks: false, classification: true };
    const options = '--clients 0 --active-projects 2 --seats 3 --monthly-writes 4';
    const features = '--api false --webhooks false --classification true';
    await answers(t, `plan set agency ${options} ${features}`, plan);
    await answers(t, 'plan set agency --clients unlimited --seats 9', { ...plan, clients: null, seats: 9 });
  },
);

test.serial('key create shows a key once; key list, find and revoke show it without its secret', async t => {
  const { id } = await w.workspace();
  const create = `key create --workspace ${id} --label %20Zap%20`;
  const { key: readOnly } = await corkboard(create);
  t.deepEqual(readOnly.scopes, ['read']);
  const { key, secret, ...more } = await corkboard(`${create} --scopes write:time,read,%20write:projects`);
  t.deepEqual(more, {});
  t.is(shown(key), 'id label scopes prefix');
  t.like(key, { label: 'Zap', scopes: ['read', 'write:projects', 'write:time'] });
  // Empty, except on Citus.
  const [{ suffix }] = await sql('select corkboard.secret_suffix($1) as suffix', id);
  t.regex(secret, new RegExp(`^crk_[\\w-]{43}${suffix}$`));
  t.true(secret.startsWith(key.prefix));
  t.is((await call(w.baseUrl, { method: 'GET', path: '/me', key: secret })).status, 200);
  const { keys } = await corkboard(`key list --workspace ${id}`);
  t.is(shown(keys[0]), fields.key);
  t.like(keys, [{ label: 'Test key' }, readOnly, { ...key, workspaceId: id, revokedAt: null }]);
  t.deepEqual(await corkboard(`key find ${secret}`), { keys: [keys[2]] });
  await answers(t, `key revoke ${key.id}`, { ...keys[2], revokedAt: time });
});

test.serial(
  'endpoint add and rotate show a secret, and every other verb the endpoint without it',
  async t => {
    const { id: workspaceId } = await w.workspace();
    const url = 'http://127.0.0.1:9/hook';
    const events = ['client.created', 'invoice.paid'];
    const add = `endpoint add --workspace ${workspaceId} --url ${url} --events ${events}`;
    const { endpoint, secret, ...more } = await corkboard(`${add} --description CRM`);
    t.deepEqual(more, {});
    t.is(shown(endpoint), fields.endpoint);
    t.like(endpoint, { workspaceId, url, events, format: 'json', description: 'CRM', disabledAt: null });
    t.regex(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const { id } = endpoint;
    const health = { state: 'working', since: null, why: null, until: null };
    const listed = await answers(t, `endpoint show ${id}`, { ...endpoint, health });
    t.deepEqual(await corkboard(`endpoint list --workspace ${workspaceId}`), { endpoints: [listed] });
    await answers(t, `endpoint disable ${id}`, { ...endpoint, disabledAt: time });
    await answers(t, `endpoint enable ${id}`, endpoint);
    const changed = { url: 'http://127.0.0.1:9/new', events: ['client.created'], description: null };
    const edit = `endpoint edit ${id} --url ${changed.url} --events client.created`;
    await answers(t, edit, { ...endpoint, ...changed });
    t.is(shown(await corkboard(`endpoint test ${id}`)), 'outcome status durationMs reason response');
    const rotated = await corkboard(`endpoint rotate ${id}`);
    t.is(shown(rotated), 'endpoint secret');
    t.regex(rotated.secret, /^whsec_/);
    t.not(rotated.secret, secret);
    const untilMs = Date.parse(rotated.endpoint.previousSecretExpiresAt) - Date.now();
    t.true(untilMs > 86_340_000 && untilMs <= 86_400_000);
    t.is((await corkboard(`endpoint remove ${id}`)).endpoint.id, id);
    t.regex(await refused(`endpoint show ${id}`), /^No endpoint with this id\./);
    for (const format of ['slack', 'discord'])
      t.deepEqual(Object.keys(await corkboard(`${add} --format ${format}`)), ['endpoint'], format);
  },
);

test.serial('delivery list, show, replay, retry and replay-missed answer with deliveries', async t => {
  const studio = await w.workspace();
  const { endpointId } = await h.subscribe(studio.id);
  const { id: clientId } = await studio.client();
  const { deliveries } = await corkboard(`delivery list --endpoint ${endpointId}`);
  t.is(shown(deliveries[0]), `${fields.delivery} record waitingSince lastAttempt`);
  const [{ id }] = deliveries;
  const { delivery } = await corkboard(`delivery show ${id}`);
  t.is(shown(delivery), `${fields.delivery} record waitingSince lastAttempt round keptUntil data attempts`);
  t.like(delivery, { id, endpointId, event: 'client.created', status: 'pending', round: 1, attempts: [] });
  t.is(delivery.data.clientId, clientId);
  const delay = `update corkboard.webhook_deliveries set due_at = now() + interval '2 hours' where id = $1`;
  await sql(delay, id);
  const { delivery: retried } = await corkboard(`delivery retry ${id}`);
  t.is(shown(retried), fields.delivery);
  t.true(Date.parse(retried.dueAt) <= Date.now());
  await sql(delay, id);
  t.deepEqual(await corkboard(`delivery retry --endpoint ${endpointId}`), { retried: 1 });
  const settle = `update corkboard.webhook_deliveries set status = 'missed', due_at = null, settled_at = now() where id = $1`;
  await sql(settle, id);
  const { delivery: replayed } = await corkboard(`delivery replay ${id}`);
  t.is(shown(replayed), fields.delivery);
  t.like(replayed, { id, status: 'pending', attemptsMade: 0, settledAt: null });
  await sql(settle, id);
  const all = await corkboard(`delivery replay-missed --endpoint ${endpointId}`);
  t.deepEqual(all, { deliveries: [{ ...replayed, dueAt: all.deliveries[0].dueAt }], replayed: 1 });
});

test.serial(
  'secrets list, rotate and decrypt answer with the keys that secrets are encrypted with',
  async t => {
    const { keys } = await corkboard('secrets list');
    t.true(keys.every((key: object) => Object.keys(key).length > 1));
    t.deepEqual(await corkboard('secrets decrypt'), { keys });
    t.regex(await refused('secrets rotate'), /^SECRETS_KEY must be set/);
    answered.add('secrets rotate');
  },
);

test.serial('client and project answer with the record and since when it is in the trash', async t => {
  const studio = await w.workspace();
  const made = await studio.client();
  const named = { ...made, contactName: 'Ana', trashedAt: null };
  const first = await answers(t, `client set ${made.id} --contact-name %20Ana%20`, named);
  t.is(shown(first), fields.client);
  const network = { eInvoiceCountry: 'DE', eInvoiceNetworkId: '9930:de1' };
  const options = '--e-invoice-country DE --e-invoice-network-id 9930:de1';
  const { client, warning } = await corkboard(`client set ${made.id} ${options}`);
  t.deepEqual(client, { ...first, ...network });
  t.regex(warning, /^The check digits of the e-invoice network ID don’t match/);
  const begun = await studio.project({ clientId: made.id, hourlyRateCents: 9500, budgetMinutes: 60 });
  const changed = { ...begun, status: 'paused', stage: 'lead', trashedAt: null };
  const project = await answers(t, `project set ${begun.id} --status paused --stage lead`, changed);
  t.is(shown(project), fields.project);
  await answers(t, `project trash ${begun.id}`, { ...project, trashedAt: time });
  await answers(t, `project restore ${begun.id}`, project);
  await answers(t, `client trash ${made.id}`, { ...client, trashedAt: time });
  await answers(t, `client restore ${made.id}`, client);
  t.is(shown((await corkboard(`client erase ${made.id}`)).client), `${fields.client} erasedAt`);
});

test.serial(
  'inquiry list shows whose inquiries there are, and every other verb what became of one',
  async t => {
    const { id } = await w.workspace();
    await sql(`select corkboard.set_inquiry_form($1, '{"is_open": true}')`, id);
    const receive = `select id from corkboard.receive_inquiry($1, $2, 'ines@x.example', null, 'A menu', '{}', null, null)`;
    for (const name of ['Ines', 'Ana', 'Ben']) await sql(receive, id, name);
    const { inquiries } = await corkboard(`inquiry list --workspace ${id}`);
    t.is(shown(inquiries[0]), 'id name email company receivedAt convertedAt dismissedAt clientId projectId');
    const ines = { name: 'Ines', email: 'ines@x.example', clientId: null };
    t.like(inquiries, [ines, { name: 'Ana' }, { name: 'Ben' }]);
    const [first, second, third] = inquiries.map((one: { id: string }) => one.id);
    const { inquiry } = await corkboard(`inquiry convert ${first} --project-name Menu`);
    t.is(shown(inquiry), fields.inquiry);
    t.is(inquiry.id, first);
    const { clientId } = inquiry;
    const added = await corkboard(`inquiry add-project ${second} --client-id ${clientId}`);
    t.like(added.inquiry, { id: second, clientId });
    const { inquiry: dismissed } = await corkboard(`inquiry dismiss ${third}`);
    t.regex(dismissed.dismissedAt, time);
    await answers(t, `inquiry reopen ${third}`, { ...dismissed, dismissedAt: null });
    await answers(t, `inquiry delete ${third}`, { id: third });
  },
);

test.serial(
  'intake, scope, contract and change-order answer with what was settled, and an intake never with answers',
  async t => {
    const studio = await w.workspace();
    const { id: projectId } = await studio.project({ intake: {} });
    const given = encodeURIComponent('{" Who visits? ": " Regulars ", "Why?": " "}');
    await answers(t, `intake submit ${projectId} --answers ${given}`, { projectId, submittedAt: time });
    const stored = await sql('select answers from corkboard.intakes where project_id = $1', projectId);
    t.deepEqual(stored, [{ answers: { 'Who visits?': 'Regulars' } }]);
    const draft = await studio.scope(projectId, { priceCents: 5000, timeline: 'Six weeks', currency: 'EUR' });
    const { scope: sent } = await corkboard(`scope send ${projectId}`);
    t.is(shown(sent), 'projectId version sentVersion sentAt');
    const approval = { projectId, approvedBy: 'Ana Duarte', approvedAt: time };
    const approve = `scope approve ${projectId} --by %20Ana%20Duarte%20`;
    t.is(shown(await answers(t, approve, { ...draft, ...approval })), fields.scope);
    const { id: next } = await studio.project();
    const { scope: duplicate } = await corkboard(`scope duplicate ${projectId} --to ${next}`);
    t.deepEqual(duplicate, { projectId: next, version: 1 });
    const { project: offered } = await corkboard(`contract send ${projectId}`);
    t.is(shown(offered), 'id contractSentAt');
    const { contract } = await corkboard(`contract sign ${projectId}`);
    t.is(shown(contract), 'id projectId signedAt');
    t.is(contract.projectId, projectId);
    const add = `change-order approve ${projectId} --amount-cents 25000`;
    const { changeOrder } = await corkboard(`${add} --rounds 2`);
    t.is(shown(changeOrder), 'id projectId amountCents currency rounds approvedAt');
    t.like(changeOrder, { projectId, amountCents: 25_000, currency: 'EUR', rounds: 2 });
    t.like((await corkboard(`${add} --currency CHF`)).changeOrder, { currency: 'CHF', rounds: 0 });
    t.is((await studio.get(`/projects/${projectId}`)).body.project.roundsIncluded, 2);
  },
);

test.serial('invoice answers with the invoice, and when its client opened it and it was voided', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const { id } = await studio.invoice(projectId, { dueDate: '2030-01-31', taxRateBps: 0 });
  const edit = `invoice edit ${id} --amount-cents 700 --tax-rate-bps 0 --tax-inclusive false`;
  const { invoice: edited } = await corkboard(edit);
  t.is(shown(edited), `${fields.invoice} version`);
  t.like(edited, { id, totalCents: 700, dueDate: null, version: 2 });
  const { version: _, ...draft } = edited;
  const sent = await answers(t, `invoice send ${id}`, { ...draft, status: 'SENT', sentAt: time });
  t.is(shown(sent), fields.invoice);
  const viewed = await answers(t, `invoice view ${id}`, { ...sent, viewedAt: time });
  const fee = { lateFeeCents: 1500, totalCents: 2200 };
  const charged = await answers(t, `invoice late-fee ${id} --cents 1500`, { ...viewed, ...fee });
  await answers(t, `invoice pay ${id}`, { ...charged, status: 'PAID', paidAt: time });
  const { payments } = await corkboard(`payment list --invoice ${id}`);
  t.is(shown(payments[0]), fields.payment);
  t.like(payments, [{ invoiceId: id, amountCents: 2200, method: null, recordedBy: 'operator' }]);
  t.deepEqual(await corkboard(`payment remove ${payments[0].id}`), { invoice: charged });
  const part = { amountCents: 200, paidOn: '2026-01-31', method: 'Cash', reference: 'R-1', note: 'In cents' };
  const options = '--amount-cents 200 --on 2026-01-31 --method Cash --reference R-1 --note In%20cents';
  await answers(t, `invoice pay ${id} ${options}`, charged);
  t.like((await corkboard(`payment list --invoice ${id}`)).payments, [part]);
  const { invoice: voided } = await corkboard(`invoice void ${(await studio.invoice(projectId)).id}`);
  t.regex(voided.voidedAt, time);
  t.is(voided.status, 'VOID');
  const detected = await corkboard('invoices detect-overdue --on 1990-01-31');
  t.deepEqual(detected, { invoices: { on: '1990-01-31', detected: 0 } });
});

test.serial('invoice answers with a duplicate, a credit note, and what becomes of a balance', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const sent = async () => {
    const { id } = await studio.invoice(projectId, { amountCents: 1000, taxRateBps: 0 });
    await run('invoice', 'send', id);
    return id;
  };
  const [id, other] = [await sent(), await sent()];
  const { invoice: duplicate } = await corkboard(`invoice duplicate ${id}`);
  t.is(shown(duplicate), fields.invoice);
  t.like(duplicate, { number: 'INV-0003', status: 'DRAFT', totalCents: 1000 });
  await run('invoice', 'pay', id);
  const credit = `invoice credit ${id} --amount-cents 300 --tax-rate-bps 0 --reason Too%20much`;
  const { creditNote } = await corkboard(credit);
  t.is(shown(creditNote), 'id invoiceId number totalCents currency creditedOn');
  t.like(creditNote, { invoiceId: id, number: 'CN-0001', totalCents: 300 });
  t.like((await corkboard(`invoice refund ${id} --amount-cents 100`)).invoice, { id, status: 'PAID' });
  const transfer = `invoice transfer-balance ${id} --to-invoice ${other}`;
  t.like((await corkboard(transfer)).invoice, { id, status: 'PAID' });
  const { payments } = await run('payment', 'list', '--invoice', id);
  t.deepEqual(
    new Set(payments.map(({ kind, amountCents }: Row) => `${kind} ${amountCents}`)),
    new Set(['payment 1000', 'refund -100', 'transfer -200']),
  );
});

test.serial('estimate answers with the answer, and with the invoice that it becomes', async t => {
  const studio = await w.workspace();
  const { id: projectId } = await studio.project();
  const sent = async () => {
    const { id } = await studio.invoice(projectId, { kind: 'estimate' });
    await run('invoice', 'send', id);
    return id;
  };
  const [estimateId, declined] = [await sent(), await sent()];
  const accepted = { estimateId, answer: 'accepted', answeredAt: time };
  await answers(t, `estimate accept ${estimateId} --by %20Ana%20Duarte%20`, accepted);
  const no = await corkboard(`estimate decline ${declined} --by Ana --reason Too%20late`);
  t.is(no.estimate.answer, 'declined');
  const stored = await sql(
    `select answered_by as by, reason, recorded_by as recorder from corkboard.estimate_answers
      where workspace_id = $1 order by answered_at`,
    studio.id,
  );
  t.deepEqual(stored, [
    { by: 'Ana Duarte', reason: null, recorder: 'operator' },
    { by: 'Ana', reason: 'Too late', recorder: 'operator' },
  ]);
  const { invoice } = await corkboard(`estimate convert ${estimateId}`);
  t.is(shown(invoice), fields.invoice);
  t.like(invoice, { number: 'INV-0001', status: 'DRAFT', createdVia: 'app' });
});

test.serial(
  'member answers with the member, and sign-in with a link; those whom it is about are told',
  async t => {
    const { id: workspace } = await w.workspace();
    const { member } = await corkboard(`member add --workspace ${workspace} --email ana@w.example`);
    t.is(shown(member), fields.member);
    t.like(member, { email: 'ana@w.example', role: 'member' });
    const { id } = member;
    const { members } = await corkboard(`member list --workspace ${workspace}`);
    t.deepEqual(members.slice(1), [member]);
    const link = await corkboard(`member sign-in ${id}`);
    t.is(shown(link), 'url expiresAt');
    const [, token] = /^http:\/\/localhost:3000\/sign-in\/([\w-]{43})[\w-]{22}$/.exec(link.url)!;
    const stored = await sql(
      `select link_hash = sha256(convert_to($2, 'UTF8')) as hashed, s::text like '%' || $2 || '%' as plain,
            s.expires_at - s.created_at between '59 minutes' and '61 minutes' as "anHour"
       from corkboard.sign_in_links s where s.workspace_id = $1`,
      ...[workspace, token],
    );
    t.deepEqual(stored, [{ hashed: true, plain: false, anHour: true }]);
    await answers(t, `member sign-out ${id}`, member);
    const named = { ...member, email: 'new@w.example' };
    await answers(t, `member set ${id} --email %20new@w.example%20`, named);
    await answers(t, `member make-owner ${id}`, { ...named, role: 'owner' });
    const notices = await sql(
      `select j.payload ->> 'notice' as notice, j.payload ->> 'to' as "to", j.payload ->> 'changedBy' as by
       from ${queuedJobs} j where j.payload ->> 'workspaceId' = $1 order by j.id`,
      workspace,
    );
    t.deepEqual(notices, [
      { notice: 'email_changed_new', to: named.email, by: 'operator' },
      { notice: 'email_changed_old', to: member.email, by: 'operator' },
      { notice: 'ownership_received', to: named.email, by: 'operator' },
      { notice: 'ownership_passed_on', to: members[0].email, by: 'operator' },
    ]);
    await answers(t, `member remove ${members[0].id}`, { ...members[0], role: 'member' });
  },
);

test.serial('audit list answers with who did what, by which channel, newest first', async t => {
  const studio = await w.workspace({ label: 'Zapier' });
  const project = await studio.project();
  await studio.scope(project.id);
  await run('scope', 'approve', project.id, '--by', 'Ana');
  const { member } = await run('member', 'add', '--workspace', studio.id, '--email', 'ben@w.example');
  const { audits } = await corkboard(`audit list --workspace ${studio.id}`);
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
  const limited = await corkboard(`audit list --workspace ${studio.id} --limit 3`);
  t.deepEqual(limited, { audits: audits.slice(0, 3) });
});

test.serial('project invoice-time drafts an invoice of the project’s time', async t => {
  const studio = await w.workspace();
  const { id } = await studio.project({ name: 'Website' });
  await studio.post(`/projects/${id}/time`, { minutes: 90, date: '2026-10-05' });
  const bill = `project invoice-time ${id} --from 2026-10-01 --until 2026-10-31 --by one`;
  t.is(await refused(bill), 'hourlyRateCents is required.');
  const { invoice } = await corkboard(`${bill} --hourly-rate-cents 9000`);
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
  const needed: Row = { '--cents': '1', '--amount-cents': '1', '--by': 'Ana', '--answers': '{}' };
  for (const [n, { name, verb }] of finding.entries()) {
    const id = n % 2 === 0 ? unknown : 'nonsense';
    const options = (verb.parameters ?? []).flatMap(parameter => {
      if (!('mandatory' in parameter)) return [id];
      const { long, mandatory, defaultValue } = parameter;
      return mandatory && defaultValue === undefined ? [long!, String(needed[long!] ?? id)] : [];
    });
    const says = await run.refused(name, verb.name, ...options);
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
  t.is(await refused(`invoice pay ${id}`), 'INV-0001 is DRAFT and cannot become PAID.');
  const edit = `invoice edit ${id} --tax-rate-bps 0 --tax-inclusive false`;
  t.regex(await refused(edit), /is required, unless/);
  const items = '--line-items [{"description":"A","unitPriceCents":1}]';
  t.regex(
    await refused(`${edit} --amount-cents 1 ${items}`),
    /^--line-items cannot be combined with amountCents/,
  );
  t.deepEqual(await everything(w, studio.id), before);
});
