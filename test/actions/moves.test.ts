import { randomUUID } from 'node:crypto';
import test from 'ava';
import { actionNamed, actions } from '../../src/actions/catalogue.ts';
import type { Row } from '../../src/actions/define.ts';
import { dateOf } from '../../src/formatting/index.ts';
import { act, furnished, type Ids, prepareAndAct } from '../support/actor.ts';
import { queuedJobs, queuedTasks } from '../support/queue.ts';
import { refusalOf } from '../support/refusal.ts';
import { sharedWorld } from '../support/world.ts';

// Every action in the states that matter to it, by its SQL function: whether it is legal, which entries the audit log gets,
// and which event is emitted. An action that is not in the table fails the first test.

const w = sharedWorld(test, 'api');

/** What comes of a move: a refusal, or entries of the audit log and events. Without any it is in the log under its own name. */
interface Outcome {
  refusal?: RegExp | string;
  entries?: string[];
  event?: string;
}

/** What was done before, and what differs from `inputs`. */
interface State {
  /** Actions, and statements with `:project` for the project's id. */
  after?: string[];
  input?: Row;
  more?: Row;
  /** The record that the action is done on, or the person who does it, by their names among the ids (support/actor.ts). */
  on?: Ids;
}

const done: Outcome = {};
const records = (...entries: string[]): Outcome => ({ entries });
const nothing = records();
const emits = (event: string): Outcome => ({ event });
const sentOut: Outcome = { ...emits('invoice.sent'), entries: ['invoice.sent'] };
const paid: Outcome = { ...emits('invoice.paid'), entries: ['invoice.paid'] };
const refused = (refusal: RegExp | string): Outcome => ({ refusal });
/** An outcome with an input of its own. */
const given = (input: Row, outcome: Outcome & State = done) => ({ ...outcome, input });
/** An outcome once something was done before. */
const after = (steps: string | string[], outcome: Outcome = done, input?: Row) => ({
  ...outcome,
  ...{ after: [steps].flat(), ...(input && { input }) },
});
const onEstimate = { on: { invoice: 'estimate' } };
const ofEstimate = (...move: Parameters<typeof after>) => ({ ...after(...move), ...onEstimate });
const conflict = (says: string) => refused(`conflict: ${says}`);
const notFound = (what: string) => refused(`not_found: No ${what}.`);
/** The workspace has no such record, so the function isn't called. */
const missing = refused('no such record');
const noClient = notFound('client with this id');
const noProject = notFound('project with this id in this workspace');
const checkAgain = 'Check what has changed, then press the button again.';
const notAgreed = conflict('A change order needs an approved scope or a signed contract to change.');
const editedSince = (what: string) =>
  conflict(`${what} was edited by operator since you opened it. ${compare}`);
const compare = 'Compare your version with the current one before you save.';
const cannotBecome = (next: string, number: string, status: string) =>
  conflict(
    status === next ? `${number} is already ${next}.` : `${number} is ${status} and cannot become ${next}.`,
  );
const noLateFee = (invoice: string) => conflict(`${invoice}: a late fee goes on a SENT invoice.`);
const notEdited = (status: string) => conflict(`INV-0001 is ${status}: only a DRAFT can be edited.`);
const notOpened = (invoice: string) => conflict(`${invoice}: the client opens what is SENT or PAID.`);
const notAnswered = (why: string) => conflict(`${why} can be accepted or declined.`);
const estimateInTrash = conflict('EST-0001 belongs to a project in the trash: restore the project first.');
const noLink = (number: string) =>
  conflict(`${number} belongs to a project in the trash, so its link would not work: it cannot be sent.`);
const noWebhooks = refused('plan_limit: The bare plan does not include webhooks.');
const noOffer = conflict('There is no such offer any more: it was answered or withdrawn, or it expired.');
const isMember = (email: string) => conflict(`${email} is a member already.`);
const isOwner = conflict('never-leaves@owner.example is the owner already.');
const isProject = conflict('This inquiry has become a project already.');
const isDismissed = conflict('This inquiry was dismissed: reopen it first.');
const isAnswered = conflict(
  'The invitation of ben@studio.example was answered, withdrawn or sent again meanwhile.',
);
const cannotMail = (document: string) => conflict(`${document} and cannot be emailed.`);
const notOverdue = conflict('INV-0001 is not overdue: reminders are for overdue invoices.');
const tooOften = (what: string) => refused(`rate_limited: ${what}`);

const tooMany = tooOften(
  'A workspace can email 200 documents and reminders a day, and 10 of the same document. Try again tomorrow.',
);

const draft = `select corkboard.draft_scope(corkboard.current_actor(:workspace), :project, '{Logo}', null, null, null, null)`;
const agreed = [draft, 'scope.approve'];
const priced = [draft.replace('null, null, null, null', 'null, null, 50000, null'), 'scope.approve'];
const notThePrice = refused('validation: parts must add up to the price.');
const notAgreedHere = refused('not_found: The client of this project agreed to nothing with this id.');
const offered = [...agreed, 'change-order.send'];
const outdated = (what: string, steps: string | string[], version = 0) =>
  after(steps, conflict(`${what} since you opened this page. ${checkAgain}`), { version });
const outdatedDraft = conflict(`INV-0001 was changed since you opened this page. ${checkAgain}`);
const draftedAgain = after(
  [draft, draft],
  conflict('The scope was drafted again since it was read: read the new one first.'),
);
const sendsNothing = conflict('This workspace is suspended: nothing is sent until it is resumed.');
const sent = ['invoice.send'];
const portal = ['portal.open'];
const late = [...sent, `update corkboard.invoices set due_date = '2020-01-31' where id = :invoice`];
const lastDay = (days: number) =>
  `update corkboard.invoices set due_date = corkboard.workspace_today(:workspace) + ${days} where id = :invoice`;
const charged = [...sent, 'invoice.late-fee'];
const mailed = [...sent, 'invoice.mail'];
const failed = [
  ...mailed,
  // A block, because Citus would call the function on the node that has the row, which has no jobs.
  `do $$
   declare v_mail corkboard.document_mails;
   begin
     select * into v_mail from corkboard.document_mails m where m.workspace_id = :workspace;
     perform corkboard.record_mail_attempt(:workspace, v_mail.id, 0, '{}', array[v_mail.recipient], '550', null);
   end $$`,
];
/** Of 100.00. */
const partPaid = [...sent, 'select corkboard.record_payment(:workspace, :invoice, 4000)'];
/** 40.00 of 100.00. */
const credited = `select corkboard.credit_invoice(:workspace, :invoice, 'A', null, 4000, 0)`;
const amountOf = (amountCents: number): Row => ({ reason: 'Late', amountCents, taxRateBps: 0 });
const notCredited = (invoice: string) => conflict(`${invoice}: a SENT or PAID invoice can be corrected.`);
const missingNote = notFound('credit note with this id');
const noBalance = conflict('INV-0001 has no balance: nothing was paid too much.');
const feePaid = [...charged, 'select corkboard.record_payment(:workspace, :invoice, 11000)'];

/** States that several actions know. 'again' is the state after the action itself. */
const states: Record<string, State> = {
  'while suspended': { after: ['workspace.suspend'] },
  'while being removed': { after: ['workspace.remove'] },
  'on a bare plan': { after: [`update corkboard.workspaces set plan = 'bare' where id = :workspace`] },
  'while its endpoint is off': { after: ['endpoint.disable'] },
  'while pending': {
    after: [
      `update corkboard.webhook_deliveries set status = 'pending', due_at = now() + interval '1 hour', settled_at = null
        where id = :delivery`,
    ],
  },
  'in the trash': { after: ['project.trash'] },
  'with its client in the trash': { after: ['client.trash'] },
  'of an erased client': { after: ['client.erase'] },
  'of a draft': { after: [draft] },
  'with a portal': { after: portal },
  'of an approved scope': { after: agreed },
  'of a signed contract': { after: ['contract.sign'] },
  'once SENT': { after: sent },
  'once PAID': { after: [...sent, 'invoice.pay'] },
  'once VOID': { after: ['invoice.void'] },
  'once SENT and in the trash': { after: [...sent, 'project.trash'] },
  'of an estimate': onEstimate,
  'of a SENT estimate': ofEstimate(sent),
  'by or of the owner': { on: { member: 'owner' } },
  'with an invitation': { after: ['invitation.send'] },
  'with a logo': { after: ['workspace.set-logo'] },
  'with an offer': { after: ['member.offer-ownership'] },
};

/** An input that each action takes in most states. */
const mail = { recipient: 'ana@client.example', subject: 'Invoice', text: 'Hello' };
const inputs: Record<string, Row> = {
  'mail-text.set': { template: 'invoice', language: 'de', subject: 'Rechnung {number}', text: '{link}' },
  'invoice.mail': mail,
  'invoice.remind': mail,
  'scope.mail': mail,
  'contract.mail': mail,
  'change-order.mail': mail,
  'credit-note.mail': mail,
  'portal.mail': mail,
  'statement.mail': mail,
  'workspace.set': { currency: 'EUR' },
  'workspace.set-numbers': { kind: 'invoice', nextNumber: 118 },
  'workspace.set-logo': { logo: 'logo.png' },
  'key.create': { label: 'Zapier' },
  'endpoint.add': { url: 'https://new.example/', events: ['client.created'] },
  'endpoint.edit': { url: 'https://new.example/', events: ['client.created'] },
  'client.set': { contactName: 'Ana' },
  'inquiry.set-form': { introduction: 'Tell us' },
  'project.set': { stage: 'lead' },
  'project.invoice-time': { hourlyRateCents: 9000 },
  'intake.submit': { answers: { 'Who visits?': 'Regulars' } },
  'scope.approve': { by: 'Ana' },
  'scope.plan': { parts: [{ shareBps: 10_000, due: 'approval' }] },
  'estimate.plan': { parts: [{ shareBps: 10_000, due: 'approval' }] },
  'change-order.approve': { amountCents: 700 },
  'change-order.propose': { title: 'A shop', amountCents: 700 },
  'change-order.edit': { title: 'Fewer photos' },
  'change-order.accept': { by: 'Ana' },
  'time.save-week': { week: '2026-03-23' },
  'member.set-weekly-hours': { hoursHundredths: 4000 },
  'time.edit': { minutes: 6 },
  'note.edit': { body: 'B' },
  'revision.edit': { description: 'B' },
  'estimate.accept': { by: 'Ana' },
  'estimate.decline': { by: 'Ana', reason: 'Too late' },
  'invoice.edit': { amountCents: 500, taxRateBps: 0, taxInclusive: false },
  'invoice.late-fee': { cents: 1500 },
  'invoice.credit': { reason: 'Sent twice' },
  'invoice.transfer-balance': { toInvoice: randomUUID() },
  'member.add': { email: 'ben@studio.example', name: 'Ben Ode' },
  'invitation.send': { email: 'ben@studio.example' },
  'member.set': { email: 'new@studio.example' },
  'member.set-name': { name: 'Ana Sol' },
  'member.change-email': { newEmail: 'new@studio.example' },
  'member.confirm-email': { code: 'ABCD2345' },
  'member.set-notifications': { notifiedOf: ['viewed', 'paid'] },
  'member.offer-ownership': { email: 'ana@studio.example' },
};

/** What only `prepare` or the console gives, if the action asks for it. */
const more = (session: string): Row => ({
  ...{
    id: randomUUID(),
    hash: '00'.repeat(32),
    prefix: 'crk_000000',
    secret: 'whsec_',
    session,
    address: '192.0.2.1',
  },
  png: 'iVBORw0KGgo=',
  ...{ from: null, browser: null, settledBefore: null, begun: null },
});
const coded = [
  'member.change-email',
  `update corkboard.email_changes set code_hash = decode(repeat('00', 32), 'hex') where member_id = :member`,
];

/** What keeps every sending from beginning. */
const noSending: Record<string, Outcome> = {
  'while suspended': sendsNothing,
  'on a bare plan': noWebhooks,
};
const noDelivery = {
  ...noSending,
  'while its endpoint is off': conflict('The endpoint is off: turn it on first.'),
};

/** What was logged for a project is edited and deleted alike. */
const editing = { once: done, again: nothing };
const deleting = (what: string, noun: string) => ({
  once: done,
  again: missing,
  'from an outdated page': outdated(`${what} was changed`, `${noun}.edit`),
});
const timed = ['timer.start'];
const noTimer = conflict('You have no timer: it was stopped or discarded.');
const billed = after(
  'project.invoice-time',
  conflict("INV-0002 bills this time entry, so it can't be changed or deleted."),
);
const renewing = (page: string) => ({
  once: done,
  'from an outdated page': outdated('This link was replaced', `${page}.renew-link`),
});

/** Of each action the states, with what comes of it there. */
const moves: Record<string, Record<string, Outcome & State>> = {
  'workspace.set': {
    once: done,
    again: nothing,
    'to an unknown plan': given({ plan: 'gold' }, notFound('plan named gold')),
  },
  'workspace.set-numbers': { once: records('workspace.numbers_changed'), again: nothing },
  'workspace.set-logo': { once: done, again: nothing },
  'workspace.dismiss-steps': { once: records('workspace.steps_dismissed'), again: nothing },
  'workspace.remove-logo': {
    'with a logo': done,
    'without a logo': conflict('This workspace has no logo.'),
  },
  'export.start': { once: done, again: conflict('An export is being made already.') },
  'mail-text.set': {
    once: done,
    again: nothing,
    'without a text of its own': given({ subject: null }, nothing),
    'back to the text of Corkboard': after('mail-text.set', done, { subject: null }),
  },
  'workspace.suspend': { once: done, again: nothing, 'while being removed': nothing },
  'workspace.resume': {
    'without a suspension': nothing,
    'while suspended': done,
    'while being removed': done,
    'after the removal has begun': after(
      'update corkboard.workspaces set suspended_at = now(), removed_at = now() where id = :workspace',
      conflict('The removal of this workspace has begun and cannot be undone.'),
    ),
  },
  'workspace.remove': {
    once: records('workspace.suspended', 'workspace.removal_scheduled'),
    again: nothing,
    'while suspended': done,
  },

  'key.create': {
    once: done,
    'on a bare plan': refused('plan_limit: The bare plan does not include the API, so it has no keys.'),
  },
  'key.revoke': { once: done, again: nothing },

  'endpoint.add': {
    once: done,
    'beside five': after(
      `select corkboard.add_endpoint(:workspace, 'https://a.example/', 'json', '{client.created}')
           from generate_series(1, 3)`,
      conflict('The workspace has its 5 endpoints already: remove one first.'),
    ),
    'on a bare plan': noWebhooks,
  },
  'endpoint.edit': {
    once: done,
    again: nothing,
    'of a version that was edited since': after('endpoint.edit', editedSince('This endpoint'), {
      url: 'https://other.example/',
      version: 1,
    }),
  },
  'endpoint.remove': {
    once: done,
    'from an outdated page': outdated('This endpoint was edited', 'endpoint.edit', 1),
  },
  'endpoint.enable': {
    'of one that is on': nothing,
    'while its endpoint is off': done,
    'on a bare plan': noWebhooks,
  },
  'endpoint.disable': { once: done, again: nothing, 'on a bare plan': done },
  'endpoint.test': { once: nothing, 'while its endpoint is off': nothing, ...noSending },
  'endpoint.rotate': {
    once: done,
    again: done,
    'again within a day, without a warning': after(
      'endpoint.rotate',
      conflict(
        'The secret was rotated less than 24 hours ago, so two secrets are valid. Rotating it again retires the older one at once.',
      ),
      { retire: false },
    ),
    'from an outdated page': outdated('The secret was rotated', 'endpoint.rotate'),
    'for Slack': {
      ...conflict('A slack endpoint has no secret: its address is the credential.'),
      on: { endpoint: 'slack' },
    },
    'on a bare plan': noWebhooks,
  },

  'delivery.replay': {
    'of a missed one': done,
    'while pending': conflict('The delivery is still being tried.'),
    ...noDelivery,
  },
  'delivery.retry': {
    'of a missed one': conflict(
      'The delivery is not waiting for an attempt: it was missed. Replay it to send it again.',
    ),
    'while pending': done,
    ...noDelivery,
  },
  'delivery.replay-missed': { once: done, ...noDelivery },
  'endpoint.replay-missed': { once: done, ...noDelivery },
  'delivery.retry-all': { once: done, ...noDelivery },
  'endpoint.retry': { once: done, ...noDelivery },

  'client.trash': { once: done, again: noClient },
  'client.archive': {
    once: done,
    again: conflict('This client is archived already.'),
    'in the trash': after('client.trash', noClient),
  },
  'client.unarchive': {
    'of an archived one': after('client.archive'),
    'of another one': conflict('This client is not archived.'),
  },
  'client.restore': {
    'with its client in the trash': done,
    'without the trash': conflict('This client is not in the trash.'),
    'of an erased client': conflict("This client was erased, and can't be restored."),
    'beyond the plan’s cap': after(
      ['client.trash', ...states['on a bare plan']!.after!],
      refused(/^plan_limit: The bare plan allows 0 clients/),
    ),
    'with more projects than the plan’s cap': after(
      [
        'client.trash',
        ...states['on a bare plan']!.after!,
        `update corkboard.plans set clients = 1 where name = 'bare'`,
      ],
      refused(/^plan_limit: The bare plan allows 0 active projects: restoring 1 more/),
    ),
  },
  'client.set': { once: done, again: nothing, 'with its client in the trash': noClient },
  'client.erase': {
    once: done,
    again: refused(/^conflict: This client was erased already, at 2/),
    'with its client in the trash': done,
  },

  'inquiry.set-form': {
    once: done,
    again: nothing,
    'of one that was never saved': after(
      'delete from corkboard.inquiry_forms where workspace_id = :workspace',
    ),
  },
  'inquiry.renew-link': {
    once: done,
    'without a form': after(
      'delete from corkboard.inquiry_forms where workspace_id = :workspace',
      conflict('This workspace has no inquiry form yet.'),
    ),
    'from an outdated page': outdated('This link was replaced', 'inquiry.renew-link'),
  },
  'inquiry.convert': {
    once: records('client.created', 'project.created', 'inquiry.converted'),
    again: isProject,
    'once dismissed': after('inquiry.dismiss', isDismissed),
  },
  'inquiry.add-project': {
    once: records('project.created', 'inquiry.converted'),
    again: isProject,
    'once dismissed': after('inquiry.dismiss', isDismissed),
    'with its client in the trash': noClient,
  },
  'inquiry.dismiss': {
    once: done,
    again: isDismissed,
    'once converted': after('inquiry.convert', isProject),
  },
  'inquiry.reopen': {
    'once dismissed': after('inquiry.dismiss'),
    'without a dismissal': conflict('This inquiry is not dismissed.'),
  },
  'inquiry.delete': {
    once: done,
    again: missing,
    'once dismissed': after('inquiry.dismiss'),
    'once converted': after(
      'inquiry.convert',
      conflict('This inquiry has become a project, and is erased with its client.'),
    ),
  },

  'project.set': { once: done, again: nothing },
  'project.trash': { once: done, again: noProject },
  'project.invoice-agreed': {
    'of an approved scope': after(priced, records('invoice.drafted', 'invoice.agreed_billed')),
    again: after([...priced, 'project.invoice-agreed'], conflict('Nothing of this is left to be invoiced.')),
    'once closed': after(
      [...priced, 'agreed.close'],
      conflict('Nothing more is to be invoiced of this: reopen it first.'),
    ),
    'of an unknown item': given({ item: randomUUID() }, notAgreedHere),
    'in the trash': after([...priced, 'project.trash'], noProject),
  },
  'scope.plan': {
    'of a draft': after(priced[0]!, records('scope.drafted')),
    'without a draft': conflict('The scope was never drafted: draft it before its payment plan.'),
    'of an approved scope': after(
      priced,
      conflict('The client has approved this scope: it changes through a change order, in the app.'),
    ),
    'that is not the price': after(priced[0]!, notThePrice, { parts: [{ amountCents: 1, due: 'request' }] }),
    'that was replaced since': after(
      [priced[0]!, 'scope.plan'],
      conflict(
        'The scope was drafted again since it was read, as version 2, by operator: read that one first.',
      ),
      { version: 1 },
    ),
  },
  'estimate.plan': {
    'of an estimate': { ...records('estimate.planned'), ...onEstimate },
    'without parts': ofEstimate('estimate.plan', records('estimate.planned'), { parts: [] }),
    'once SENT': conflict('INV-0001 is a SENT invoice: a DRAFT estimate gets a payment plan.'),
    'from an outdated page': ofEstimate(
      'estimate.plan',
      conflict(`EST-0001 was changed since you opened this page. ${checkAgain}`),
      { version: 1 },
    ),
  },
  'agreed.close': {
    once: after(priced, records('agreed.closed')),
    again: after([...priced, 'agreed.close'], nothing),
  },
  'agreed.reopen': {
    'once closed': after([...priced, 'agreed.close'], records('agreed.reopened')),
    'while open': after(priced, nothing),
  },
  'invoice.assign': {
    'of a DRAFT': after(priced, records('invoice.assigned')),
    'once PAID': after([...priced, ...sent, 'invoice.pay'], records('invoice.assigned')),
    'to nothing': after([...priced, 'invoice.assign'], records('invoice.unassigned'), { item: undefined }),
    'to what another client agreed to': given({ item: randomUUID() }, notAgreedHere),
    'once VOID': after(
      'invoice.void',
      conflict("INV-0001 is a VOID invoice: only an invoice that isn't void bills agreed work."),
    ),
    'from an outdated page': outdated('INV-0001 was changed', charged, 2),
  },
  'project.invoice-time': {
    once: records('invoice.drafted', 'invoice.time_billed'),
    again: conflict('There is no unbilled time on these days.'),
    'without a rate': given(
      { hourlyRateCents: undefined },
      refused('validation: hourlyRateCents is required.'),
    ),
    'of time other than what the page showed': given(
      { shown: '00'.repeat(32) },
      conflict(
        'The unbilled time of this project, its rate or the tax was changed meanwhile. Check the new lines, then try again.',
      ),
    ),
  },
  'project.restore': {
    'in the trash': done,
    'without the trash': conflict('This project is not in the trash.'),
    'with its client in the trash': conflict(
      'The client of this project is in the trash: restore the client first.',
    ),
    'of an erased client': conflict('The client of this project was erased, and the project with it.'),
    'beyond the plan’s cap': after(
      ['project.trash', ...states['on a bare plan']!.after!],
      refused(/^plan_limit: The bare plan allows 0 active projects/),
    ),
  },

  'intake.submit': {
    once: emits('intake.submitted'),
    again: conflict('The intake of this project is submitted already.'),
  },
  'scope.send': {
    'of a draft': done,
    'of a draft that was sent': after([draft, 'scope.send'], nothing),
    'of one that was drafted again since it was sent': after([draft, 'scope.send', draft]),
    'of a draft that was emailed': after([draft, 'scope.mail'], nothing),
    'of a draft that was replaced since': given({ version: 1 }, draftedAgain),
    'without a draft': conflict('The scope was never drafted, so there is nothing to send.'),
    'while suspended': after([draft, 'workspace.suspend'], sendsNothing),
  },
  'contract.send': {
    'of an approved scope': done,
    'of one that was emailed': after([...agreed, 'contract.mail'], nothing),
    'of a draft': conflict('The contract can be signed once the scope is approved.'),
  },
  'scope.approve': {
    'of a draft': emits('scope.approved'),
    'without a draft': conflict('The scope was never drafted, so there is nothing to approve.'),
    'of an approved scope': conflict('The scope is approved already.'),
    'of a draft that was replaced since': given({ version: 1 }, draftedAgain),
  },
  'contract.sign': {
    once: emits('contract.signed'),
    again: conflict('The contract is signed already.'),
    'of a text other than the one that was read': given(
      { document: '00'.repeat(32) },
      conflict('The contract was changed since it was read: read the new one first.'),
    ),
  },
  'change-order.approve': {
    'of an approved scope': emits('change_order.approved'),
    'of a signed contract': emits('change_order.approved'),
    'of a draft': notAgreed,
    'from an outdated page': outdated('Another change order was recorded', [
      ...agreed,
      'change-order.approve',
    ]),
  },
  'change-order.propose': {
    'of an approved scope': done,
    'of a signed contract': done,
    'of a draft': notAgreed,
  },
  'change-order.edit': {
    once: done,
    again: nothing,
    'once sent': after(
      offered,
      conflict('Only a draft can be edited. Withdraw this change order, and write another one.'),
    ),
  },
  'change-order.send': {
    once: done,
    again: conflict('This change order was sent already.'),
    'once withdrawn': after(
      'change-order.withdraw',
      conflict("This change order was withdrawn, so it can't be sent."),
    ),
    'from an outdated page': outdated('This change order was edited', 'change-order.edit', 1),
  },
  'change-order.withdraw': {
    once: done,
    again: conflict('This change order was withdrawn already.'),
    'once sent': after(offered),
    'once approved': after(
      [...offered, 'change-order.accept'],
      conflict("The client has answered this change order, so it can't be withdrawn."),
    ),
    'from an outdated page': outdated('This change order was edited', 'change-order.edit', 1),
  },
  'change-order.accept': {
    'once sent': after(offered, emits('change_order.approved')),
    'before it is sent': after(agreed, conflict('The change order was not sent yet.')),
    'once withdrawn': after(
      [...offered, 'change-order.withdraw'],
      conflict('The change order was withdrawn.'),
    ),
    'once declined': after(
      [...offered, `select corkboard.decline_change_order(:workspace, :proposal, 'Ana')`],
      conflict('The change order was declined already.'),
    ),
    'a second time': after(
      [...offered, 'change-order.accept'],
      conflict('The change order is approved already.'),
    ),
    'of a text other than the one that was read': after(
      offered,
      conflict('The change order was changed since it was read: read the new one first.'),
      { document: '00'.repeat(32) },
    ),
    'without anything agreed': after('change-order.send', notAgreed),
  },
  'scope.resolve-request': { once: done, again: nothing },
  'intake.renew-link': renewing('intake'),
  'scope.renew-link': renewing('scope'),
  'contract.renew-link': renewing('contract'),
  'invoice.renew-link': { ...renewing('invoice'), 'in the trash': done },
  'change-order.renew-link': renewing('change-order'),

  'portal.open': { once: done, again: nothing, 'with its client in the trash': noClient },
  'portal.renew-link': {
    'with a portal': done,
    'without a portal': conflict('This client has no portal yet.'),
    'from an outdated page': outdated('This link was replaced', [...portal, 'portal.renew-link']),
    'with its client in the trash': noClient,
  },
  'portal.mail': {
    'with a portal': done,
    'without a portal': records('portal.opened', 'portal.mailed'),
    'with its client in the trash': noClient,
  },
  'statement.mail': {
    'with a portal': done,
    'without a portal': records('portal.opened', 'statement.mailed'),
    'with its client in the trash': noClient,
  },

  'invoice.mail': {
    'once SENT': done,
    'once PAID': done,
    'of a SENT estimate': done,
    'of a DRAFT': { ...emits('invoice.sent'), entries: ['invoice.sent', 'invoice.mailed'] },
    'of a DRAFT that was edited since': after('invoice.edit', outdatedDraft, { read: 1 }),
    'of a DRAFT in the trash': after('project.trash', noLink('INV-0001')),
    'of a DRAFT while suspended': after('workspace.suspend', sendsNothing),
    'once VOID': cannotMail('INV-0001 is VOID'),
    'once SENT and in the trash': conflict(
      'INV-0001 belongs to a project in the trash, so its link would not work: it cannot be emailed.',
    ),
    'once SENT and suspended': after([...sent, 'workspace.suspend'], sendsNothing),
    'from an outdated page': outdated('This document was emailed', [...sent, 'invoice.mail']),
    'for the eleventh time in a day': after([...sent, ...Array(10).fill('invoice.mail')], tooMany),
    'beside 200 in a day': after(
      [
        ...sent,
        'invoice.mail',
        `insert into corkboard.document_mails (workspace_id, project_id, kind, record_id, purpose, recipient, subject, text, sent_by)
         select :workspace, :project, 'scope', :project, 'document', 'a@b.example', 'S', 'T', 'x' from generate_series(1, 199)`,
      ],
      tooMany,
    ),
  },
  'invoice.remind': {
    'of an overdue invoice': after(late),
    'of a DRAFT': cannotMail('INV-0001 is DRAFT'),
    'before it is due': after(sent, notOverdue),
    'of one that was paid': after([...late, 'invoice.pay'], notOverdue),
    'from an outdated page': outdated('A reminder was sent', [...late, 'invoice.remind']),
  },
  'mail.dismiss': {
    'of one that failed': after(failed),
    'of one that is on its way': after(mailed, nothing),
    again: after([...failed, 'mail.dismiss'], nothing),
  },
  'scope.mail': {
    'of a draft': done,
    'of a draft that was replaced since': given({ read: 1 }, draftedAgain),
    'without a draft': conflict('The scope was never drafted, so there is nothing to send.'),
  },
  'contract.mail': {
    'of an approved scope': done,
    'of a signed contract': done,
    'of a draft': conflict('The contract can be signed once the scope is approved.'),
  },

  'credit-note.mail': { once: done, 'in the trash': missingNote },
  'change-order.mail': {
    'once sent': after(offered),
    'before it is sent': records('change_order.sent', 'change_order.mailed'),
    'once withdrawn': after(
      [...offered, 'change-order.withdraw'],
      conflict('Only a change order that was sent, and not withdrawn or declined, can be emailed.'),
    ),
    'before it is sent, edited since': after(
      'change-order.edit',
      conflict(`This change order was edited since you opened this page. ${checkAgain}`),
      { read: 1 },
    ),
  },

  // What comes of each cell: test/console/time.test.ts.
  'time.save-week': { 'without changes': nothing },
  'time.edit': { ...editing, 'of billed time': billed },
  'time.delete': { ...deleting('This time entry', 'time'), 'of billed time': billed },
  'timer.start': {
    once: nothing,
    again: nothing,
    'with a timer on another project': after(
      `insert into corkboard.timers (workspace_id, member_id, project_id) select :workspace, :member, id
           from corkboard.create_project(corkboard.current_actor(:workspace), :client, 'B', 'active', null, null, null, null)`,
      records('time.logged'),
    ),
  },
  'timer.pause': { 'of one that runs': { ...nothing, after: timed }, 'without one': noTimer },
  'timer.resume': {
    'of one that is paused': after([...timed, 'timer.pause'], nothing),
    'without one': noTimer,
  },
  'timer.stop': { 'of one that runs': { ...records('time.logged'), after: timed }, 'without one': noTimer },
  'timer.discard': { 'of one that runs': { ...nothing, after: timed }, 'without one': noTimer },
  'note.edit': editing,
  'note.delete': deleting('This note', 'note'),
  'revision.edit': editing,

  'invoice.edit': {
    once: done,
    again: nothing,
    'of an estimate': done,
    'once SENT': notEdited('SENT'),
    'once VOID': notEdited('VOID'),
    'of a version that was edited since': after('invoice.edit', editedSince('INV-0001'), {
      amountCents: 1,
      version: 1,
    }),
    'of an estimate that got a payment plan since': ofEstimate('estimate.plan', editedSince('EST-0001'), {
      amountCents: 1,
      version: 1,
    }),
  },
  'invoice.send': {
    once: sentOut,
    'of an estimate': sentOut,
    'although something is missing': given(
      { missing: ['There is no due date.'], anyway: true },
      emits('invoice.sent'),
    ),
    'with too much missing': given(
      { missing: Array(51).fill('x'.repeat(300)), anyway: true },
      refused('validation: missing must be at most 15000 characters long.'),
    ),
    again: cannotBecome('SENT', 'INV-0001', 'SENT'),
    'once PAID': cannotBecome('SENT', 'INV-0001', 'PAID'),
    'once VOID': cannotBecome('SENT', 'INV-0001', 'VOID'),
    'in the trash': noLink('INV-0001'),
    'of an estimate in the trash': ofEstimate('project.trash', noLink('EST-0001')),
    'from an outdated page': outdated('INV-0001 was changed', 'invoice.edit', 1),
  },
  'invoice.view': {
    'once SENT': emits('invoice.viewed'),
    'once PAID': emits('invoice.viewed'),
    'a second time': after([...sent, 'invoice.view'], nothing),
    'of a DRAFT': notOpened('INV-0001 is DRAFT'),
    'of a VOID estimate that was opened before': ofEstimate(
      [...sent, 'invoice.view', 'invoice.void'],
      notOpened('EST-0001 is VOID'),
    ),
  },
  'invoice.pay': {
    'once SENT': paid,
    'once SENT and in the trash': paid,
    'in part': after(sent, records('invoice.payment_recorded'), { amountCents: 4000 }),
    'of the rest': after(partPaid, paid),
    'of the rest, which a late fee increased': after([...partPaid, 'invoice.late-fee'], paid, {
      amountCents: 7500,
    }),
    'of more than is due': after(
      partPaid,
      refused('validation: amountCents must be at most 6000, the amount due.'),
      { amountCents: 6001 },
    ),
    'of tomorrow': after(sent, refused('validation: on must be today or earlier.'), {
      on: dateOf(new Date(Date.now() + 86_400_000), 'UTC'),
    }),
    'of an invoice over nothing': after(
      ['update corkboard.invoices set subtotal_cents = 0 where id = :invoice', ...sent],
      paid,
    ),
    'after its payment was removed': after([...sent, 'invoice.pay', 'payment.remove'], paid),
    'of a DRAFT': cannotBecome('PAID', 'INV-0001', 'DRAFT'),
    'once PAID': cannotBecome('PAID', 'INV-0001', 'PAID'),
    'once VOID': cannotBecome('PAID', 'INV-0001', 'VOID'),
    'of a SENT estimate': conflict('EST-0001 is an estimate: it is not paid.'),
    'from an outdated page': outdated('INV-0001 was changed', charged, 2),
  },
  'payment.remove': {
    'of a PAID invoice': after([...sent, 'invoice.pay']),
    'once paid in part': after(partPaid),
    'a second time': after([...partPaid, 'payment.remove'], missing),
    'from an outdated page': outdated('INV-0001 was changed', [...partPaid, 'invoice.pay'], 3),
  },
  'invoice.void': {
    'of a DRAFT': done,
    'once SENT': records('invoice.credited', 'invoice.void'),
    'of a SENT estimate': done,
    'of an accepted estimate': ofEstimate([...sent, 'estimate.accept']),
    'of an estimate that was turned into an invoice': ofEstimate(
      [...sent, 'estimate.convert'],
      conflict('EST-0001 was turned into INV-0002: void that invoice first.'),
    ),
    'of an estimate whose invoice is void': ofEstimate([
      ...sent,
      'estimate.convert',
      `select corkboard.void_invoice(:workspace, c.invoice_id) from corkboard.converted_estimates c
        where c.estimate_id = :invoice`,
    ]),
    'in the trash': done,
    'once SENT and in the trash': records('invoice.credited', 'invoice.void'),
    'once PAID': cannotBecome('VOID', 'INV-0001', 'PAID'),
    'once paid in part': after(
      partPaid,
      conflict(
        'INV-0001 was paid in part: correct it by a credit note, or remove its payments before you void it.',
      ),
    ),
    'after its payments were removed': after(
      [...partPaid, 'payment.remove'],
      records('invoice.credited', 'invoice.void'),
    ),
    'once VOID': cannotBecome('VOID', 'INV-0001', 'VOID'),
    'from an outdated page': outdated('INV-0001 was changed', sent, 1),
  },
  'invoice.credit': {
    'once SENT': records('invoice.credited', 'invoice.void'),
    'once PAID': records('invoice.credited'),
    'in part': after(sent, records('invoice.credited'), amountOf(4000)),
    'of the rest of what was paid in part': after(
      partPaid,
      { ...emits('invoice.paid'), entries: ['invoice.credited', 'invoice.paid'] },
      amountOf(6000),
    ),
    'of more than is left': after(
      [...sent, credited],
      refused('validation: amountCents must be at most 6000, which is left at this rate.'),
      amountOf(6001),
    ),
    'of a line twice': after(
      [...sent, `select corkboard.credit_invoice(:workspace, :invoice, 'A', '{1}', p_version => 2)`],
      conflict('INV-0001 is a VOID invoice: a SENT or PAID invoice can be corrected.'),
      { reason: 'B', lines: ['1'] },
    ),
    'of a PAID one twice': after(
      [...sent, 'invoice.pay', 'invoice.credit'],
      conflict('Nothing of INV-0001 is left to credit.'),
    ),
    'of a DRAFT': notCredited('INV-0001 is a DRAFT invoice'),
    'once VOID': notCredited('INV-0001 is a VOID invoice'),
    'of a SENT estimate': notCredited('EST-0001 is a SENT estimate'),
    'once SENT and in the trash': records('invoice.credited', 'invoice.void'),
    'from an outdated page': outdated('INV-0001 was changed', charged, 2),
  },
  'invoice.refund': {
    'of a balance': after([...sent, 'invoice.pay', credited], records('invoice.refunded')),
    'of more than the balance': after(
      [...sent, 'invoice.pay', credited],
      refused('validation: amountCents must be at most 4000, the balance.'),
      { amountCents: 4001 },
    ),
    'of a removed payment': after([...sent, 'invoice.pay', credited, 'payment.remove'], noBalance),
    'once SENT': noBalance,
    'once PAID': noBalance,
    'from an outdated page': outdated('INV-0001 was changed', [...sent, 'invoice.pay', credited], 3),
  },
  'invoice.transfer-balance': {
    'to the same invoice': after(
      [...sent, 'invoice.pay', credited],
      refused(
        'validation: toInvoice must be an invoice of the same client and currency of which something is due.',
      ),
    ),
    'once PAID': noBalance,
    'from an outdated page': outdated('INV-0001 was changed', [...sent, 'invoice.pay', credited], 3),
  },
  'invoice.late-fee': {
    'once SENT': done,
    'once SENT and in the trash': done,
    'to what it is already': after(charged, nothing),
    'to less than was paid of it': after(
      feePaid,
      refused('validation: cents must be at least 1000, the part of it that was paid or credited.'),
      { cents: 999 },
    ),
    'to what was paid of it': {
      ...{ entries: ['invoice.late_fee', 'invoice.paid'], event: 'invoice.paid' },
      ...{ after: feePaid, input: { cents: 1000 } },
    },
    'of a DRAFT': noLateFee('INV-0001 is a DRAFT invoice'),
    'once PAID': noLateFee('INV-0001 is a PAID invoice'),
    'once VOID': noLateFee('INV-0001 is a VOID invoice'),
    'of a SENT estimate': noLateFee('EST-0001 is a SENT estimate'),
    'from an outdated page': outdated('INV-0001 was changed', charged, 2),
  },

  'estimate.accept': {
    'of a SENT estimate': done,
    'on its last day': ofEstimate([...sent, lastDay(0)]),
    'after its last day': ofEstimate(
      [...sent, lastDay(-1)],
      conflict("EST-0001 has expired, so it can't be accepted any more."),
    ),
    'of an estimate': notAnswered('EST-0001 is DRAFT: only a SENT estimate'),
    'of a VOID estimate': ofEstimate('invoice.void', notAnswered('EST-0001 is VOID: only a SENT estimate')),
    'once SENT': conflict('INV-0001 is an invoice: only estimates are accepted or declined.'),
    'of an answered estimate': ofEstimate(
      [...sent, 'estimate.decline'],
      conflict('EST-0001 was declined already.'),
    ),
    'of an estimate that was turned into an invoice': ofEstimate(
      [...sent, 'estimate.convert'],
      conflict("EST-0001 was turned into an invoice already, so it can't be accepted or declined any more."),
    ),
    'of a text other than the one that was read': ofEstimate(
      sent,
      conflict('EST-0001 was changed since it was read: read it again first.'),
      { document: '00'.repeat(32) },
    ),
    'once SENT and in the trash': { ...estimateInTrash, ...onEstimate },
  },
  'estimate.decline': {
    'of a SENT estimate': done,
    'after its last day': ofEstimate([...sent, lastDay(-1)]),
    'of an answered estimate': ofEstimate(
      [...sent, 'estimate.accept'],
      conflict('EST-0001 was accepted already.'),
    ),
  },
  'scope.duplicate': {
    'for a project without one': after(
      [
        draft,
        `insert into corkboard.projects (workspace_id, client_id, name, created_via) select workspace_id, client_id, 'Shop', 'app' from corkboard.projects where id = :project`,
      ],
      records('scope.drafted', 'scope.duplicated'),
    ),
    'for a project with one': after(draft, conflict('That project has a scope already.')),
    'of a project without one': conflict('This project has no scope to duplicate.'),
  },
  'invoice.duplicate': {
    once: records('invoice.drafted', 'invoice.duplicated'),
    'of a void estimate': ofEstimate('invoice.void', records('estimate.drafted', 'invoice.duplicated')),
  },
  'estimate.convert': {
    'of a SENT estimate': records('invoice.drafted', 'estimate.converted'),
    'of an accepted estimate, after its last day': ofEstimate(
      [...sent, 'estimate.accept', lastDay(-1)],
      records('invoice.drafted', 'estimate.converted'),
    ),
    'a second time': ofEstimate(
      [...sent, 'estimate.convert'],
      conflict('EST-0001 was turned into INV-0002 already.'),
    ),
    'of a declined estimate': ofEstimate(
      [...sent, 'estimate.decline'],
      conflict("EST-0001 was declined, so it can't be turned into an invoice."),
    ),
    'of an estimate': conflict('EST-0001 is DRAFT: only a SENT estimate can be turned into an invoice.'),
    'once SENT': conflict('INV-0001 is an invoice already.'),
    'from an outdated page': {
      ...outdated('EST-0001 was changed', [...sent, 'estimate.accept'], 2),
      ...onEstimate,
    },
    'once SENT and in the trash': { ...estimateInTrash, ...onEstimate },
  },

  'member.add': {
    once: done,
    'on a bare plan': refused('plan_limit: The bare plan has 1 seats, and all are taken.'),
    'of a member, however it is spelled': given(
      { email: 'ANA@studio.example' },
      isMember('ANA@studio.example'),
    ),
  },
  'member.remove': {
    once: done,
    again: missing,
    'by or of the owner': conflict('The owner cannot be removed.'),
  },
  'member.leave': {
    once: done,
    'by or of the owner': conflict('The owner cannot leave. Hand over ownership first.'),
  },
  'invitation.send': {
    once: done,
    again: conflict('ben@studio.example has an open invitation already. You can send it again.'),
    'of a member': given({ email: 'ana@studio.example' }, isMember('ana@studio.example')),
    'on a bare plan': refused(
      'plan_limit: The bare plan has 1 seats, and members and open invitations take all of them.',
    ),
  },
  'invitation.resend': {
    'with an invitation': done,
    'of one that was withdrawn': after(['invitation.send', 'invitation.withdraw'], isAnswered),
    'for the fifth time in a day': after(
      ['invitation.send', ...Array(4).fill('invitation.resend')],
      tooOften('A workspace can send 50 invitations a day, and 5 to the same address. Try again tomorrow.'),
    ),
  },
  'invitation.withdraw': {
    'with an invitation': done,
    'a second time': after(['invitation.send', 'invitation.withdraw'], isAnswered),
  },
  'member.set': {
    once: done,
    again: nothing,
    'to a colleague’s address': given(
      { email: 'Never-Leaves@owner.example' },
      isMember('Never-Leaves@owner.example'),
    ),
  },
  'member.change-email': {
    once: done,
    'to the present address': given(
      { newEmail: 'ana@studio.example' },
      refused('validation: newEmail is your address already.'),
    ),
    'to a colleague’s address': given(
      { newEmail: 'never-leaves@owner.example' },
      isMember('never-leaves@owner.example'),
    ),
    'after the session ended': {
      ...refused('signed_out: You are not signed in any more.'),
      more: { session: '00' },
    },
    'for the sixth time in an hour': after(
      Array(5).fill('member.change-email'),
      tooOften('Too many codes were requested. Try again later.'),
    ),
  },
  'member.confirm-email': {
    'by the code': after(coded),
    'by another code': {
      ...refused('validation: code is wrong. Check it, or request a new one.'),
      ...{ after: coded, more: { hash: '01' } },
    },
    'without a code to try': { ...refused(/^validation: code no longer works/), more: { hash: null } },
  },
  'member.set-notifications': { once: done, again: nothing },
  'member.set-weekly-hours': { once: done, again: nothing },
  'member.set-name': { once: done, again: nothing },
  'member.make-owner': {
    once: records('member.owner_replaced', 'member.made_owner'),
    'where there is no owner': after('delete from corkboard.members where id = :owner'),
    'by or of the owner': isOwner,
  },
  'member.offer-ownership': {
    once: done,
    again: conflict('You already offered ownership. Withdraw that offer first.'),
    'to the owner': given({ email: 'never-leaves@owner.example' }, isOwner),
    'to a stranger': given(
      { email: 'x@y.example' },
      refused('validation: email must be the address of a member of this workspace.'),
    ),
    'for the sixth time in an hour': after(
      Array(5).fill(['member.offer-ownership', 'member.withdraw-ownership']).flat(),
      tooOften('You made too many offers. Try again in an hour.'),
    ),
  },
  'member.withdraw-ownership': { 'with an offer': done, 'without an offer': noOffer },
  'member.accept-ownership': {
    'with an offer': records('member.owner_replaced', 'member.ownership_accepted'),
    'without an offer': noOffer,
  },
  'member.decline-ownership': { 'with an offer': done, 'without an offer': noOffer },
  'member.sign-in': { once: done },
  'member.sign-out': { 'by or of the owner': done },
  'member.sign-out-everywhere': { once: done },
};

test('every action is in the table', t => {
  t.deepEqual(Object.keys(moves).toSorted(), actions.map(({ name }) => name).toSorted());
});

/** Of these `prepare` needs nothing that a test doesn't have. */
const isPrepared = [
  'invoice.edit',
  'project.invoice-time',
  'project.invoice-agreed',
  'scope.plan',
  'estimate.plan',
  'time.save-week',
  'member.set-weekly-hours',
];

let shared: Awaited<ReturnType<typeof furnished>>;

test.serial.before(async () => {
  shared = await furnished(w);
  await w.sql(`insert into corkboard.plans (name, api, webhooks, clients, active_projects, seats)
    values ('bare', false, false, 0, 0, 1)`);
});

/** Does a move on the workspace that all tests share, and undoes it. Returns what came of it. */
async function outcome(name: string, { after = [], input = {}, more: given = {}, on = {} }: State = {}) {
  const { ids, session } = shared;
  const named = { ...ids, ...Object.fromEntries(Object.entries(on).map(([kind, of]) => [kind, ids[of]!])) };
  const db = await w.db.connect();
  const perform = async (step: string, changes: Row, values: Row) => {
    const action = actionNamed(step);
    const chosen = 'clientId' in action.input.shape && { clientId: ids.client };
    const newest = async (table: string) =>
      (
        await db.query(`select id from corkboard.${table} where workspace_id = $1 order by id desc limit 1`, [
          ids.workspace,
        ])
      ).rows[0]?.id;
    const item = 'item' in action.input.shape && { item: await newest('agreed_items') };
    const to = 'to' in action.input.shape && { to: await newest('projects') };
    const given = { ...chosen, ...item, ...to, ...inputs[step], ...changes };
    const made = {
      agreed: await newest('agreed_items'),
      invitation: await newest('invitations'),
      payment: await newest('payments'),
      mail: await newest('document_mails'),
    };
    const others = { ...more(session), ...values };
    return isPrepared.includes(step)
      ? prepareAndAct(db, step, { ...named, ...made }, given, others)
      : act(db, step, { ...named, ...made }, action.input.parse(given), others);
  };
  const recorded = async () => {
    const list = (column: string, table: string) =>
      `array(select ${column} from corkboard.${table} where workspace_id = $1 order by id)`;
    const { rows } = await db.query(
      `select ${list('action', 'audit_log')} as entries, ${list('event', 'webhook_deliveries')} as events`,
      [ids.workspace],
    );
    return rows[0] as Record<'entries' | 'events', string[]>;
  };
  try {
    await db.query('begin');
    await db.query('select corkboard.enter_workspace($1)', [ids.workspace]);
    for (const step of after) {
      if (step in moves) await perform(step, {}, {});
      else await db.query(step.replace(/:(\w+)/g, (_, kind) => `'${named[kind]}'`));
    }
    const before = await recorded();
    const answer = await perform(name, input, given).catch(refusalOf);
    if (typeof answer === 'string') return answer;
    if (answer === null) return 'no such record';
    const { entries, events } = await recorded();
    return { entries: entries.slice(before.entries.length), events: events.slice(before.events.length) };
  } finally {
    await db.query('rollback');
    db.release();
  }
}

const inProjects = ['project', 'entry', 'note', 'revision', 'request', 'proposal'];
/** While its project is in the trash, a record isn't found, unless the table says otherwise. */
const inTrash = (on: string) => inProjects.includes(on) && { 'in the trash': noProject };

for (const { name, on, auditEntries } of actions) {
  for (const [when, move] of Object.entries<Outcome & State>({ ...inTrash(on), ...moves[name] })) {
    const { refusal, entries = Object.keys(auditEntries), event } = move;
    const state = when === 'again' ? { after: [name], ...move } : { ...states[when], ...move };
    test.serial(`${name} ${when} is ${refusal ? 'rejected' : [...entries, 'done'][0]}`, async t => {
      const came = await outcome(name, state);
      if (refusal instanceof RegExp) t.regex(String(came), refusal);
      else t.deepEqual(came, refusal ?? { entries, events: event ? [event] : [] });
    });
  }
}

test.serial('each event tells what happened, in the order of its fields, and adds one job', async t => {
  const { ids } = shared;
  const db = await w.db.connect();
  t.teardown(() => db.release());
  await db.query('begin');
  const price = `'{Logo}', null, null, 5000, 'EUR'`;
  const drafting = `select corkboard.draft_scope(corkboard.current_actor($1), $2, ${price})`;
  await db.query(drafting, [ids.workspace, ids.project]);
  const answers: Record<string, any> = {};
  for (const name of ['intake.submit', 'scope.approve', 'contract.sign', 'change-order.approve'])
    answers[name] = await act(db, name, ids, { ...inputs[name] }, more(''));
  for (const name of ['invoice.send', 'invoice.view', 'invoice.pay'])
    answers[name] = (await act(db, name, ids)).invoice;
  const { rows } = await db.query(
    `select d.id, d.event, d.data::text as data, d.status
       from corkboard.webhook_deliveries d where d.endpoint_id = $1 and d.id <> $2 order by d.id`,
    [ids.endpoint, ids.delivery],
  );
  const { rows: jobs } = await db.query(
    `select t.identifier as task, j.payload ->> 'deliveryId' as delivery
       from ${queuedJobs} j join ${queuedTasks} t on t.id = j.task_id
      where j.payload ->> 'deliveryId' = any ($1)`,
    [rows.map(({ id }) => id)],
  );
  await db.query('rollback');
  const project = { projectId: ids.project, projectName: 'Website' };
  const about = { ...project, clientName: 'Harbour Bakery' };
  const amounts = { totalCents: 10_000, currency: 'USD' };
  const invoice = { invoiceId: ids.invoice, invoiceNumber: 'INV-0001', ...about, ...amounts };
  const due = { ...invoice, dueDate: '2030-01-31' };
  const { 'invoice.send': sent, 'invoice.view': viewed, 'invoice.pay': paid } = answers;
  const { changeOrder } = answers['change-order.approve'];
  const { approvedAt } = answers['scope.approve'].scope;
  const events = {
    'intake.submitted': { ...about, submittedAt: answers['intake.submit'].intake.submittedAt },
    'scope.approved': { ...about, approvedName: 'Ana', priceCents: 5000, currency: 'EUR', approvedAt },
    'contract.signed': { ...about, signedAt: answers['contract.sign'].contract.signedAt },
    'change_order.approved': {
      ...{ changeOrderId: changeOrder.id, ...project, amountCents: 700, currency: 'EUR' },
      approvedAt: changeOrder.approvedAt,
    },
    'invoice.sent': { ...due, sentAt: sent.sentAt },
    'invoice.viewed': { ...due, viewedAt: viewed.viewedAt },
    'invoice.paid': { ...invoice, paidAt: paid.paidAt },
  };
  const jobsOf = (id: string) => jobs.filter(({ delivery }) => delivery === id).map(({ task }) => task);
  t.deepEqual(
    rows.map(({ id, ...delivery }) => ({ ...delivery, jobs: jobsOf(id) })),
    Object.entries(events).map(([event, data]) => ({
      ...{ event, data: JSON.stringify(data), status: 'pending', jobs: ['attempt_delivery'] },
    })),
  );
});

test.serial('the event of a scope without a price says so with null', async t => {
  const db = await w.db.connect();
  t.teardown(() => db.release());
  await db.query('begin');
  const { workspace, project, endpoint } = shared.ids;
  const drafting = `select corkboard.draft_scope(corkboard.current_actor($1), $2, '{Logo}', null, null, null, null)`;
  await db.query(drafting, [workspace, project]);
  await act(db, 'scope.approve', shared.ids, { by: 'Ana' });
  const events = `select data -> 'priceCents' as price from corkboard.webhook_deliveries
    where endpoint_id = $1 and event = 'scope.approved'`;
  const { rows } = await db.query(events, [endpoint]);
  await db.query('rollback');
  t.deepEqual(rows, [{ price: null }]);
});

test.serial('the service’s role may read the record of removals, but not change it', async t => {
  const { id } = await w.workspace();
  await w.service.query('select corkboard.remove_workspace($1)', [id]);
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
