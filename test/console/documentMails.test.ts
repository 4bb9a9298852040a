import ava, { type ExecutionContext } from 'ava';
import { actions } from '../../src/actions/catalogue.ts';
import { mailPlaceholders } from '../../src/documents/mailTexts.ts';
import { mailTemplates } from '../../src/mail/mailKinds.ts';
import { buttonsOf, fieldOf, lacks, linksOf, shows, wordsOf } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { mailbox, mailWorld } from '../support/mailbox.ts';
import type { Refusal } from '../support/mailServer.ts';
import { queuedJobs } from '../support/queue.ts';
import { changeOrderLink, invoiceLink, portalLinks, shareLinks } from '../support/shareLinks.ts';
import { carriesVersion } from '../support/shownVersions.ts';

// The emails with documents that members send to clients, and the reminders.

const w = mailWorld(ava);
const m = mailbox(ava, w);
const { sql, call } = w;
/** A console on a server that has no mail server. */
const withoutMail = people(ava, w);
const test = ava.serial;

const url = 'https://console.example';
let clients = 0;

/** A studio with an invoice that was sent, and the address of its client. */
async function invoiced(fields: object = {}) {
  const studio = await w.workspace();
  const to = `client-${++clients}@bakery.example`;
  const client = await studio.client({ name: 'Ada Marsh', email: to });
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  const invoice = await studio.invoice(project.id, fields);
  await call('send_invoice', studio.id, invoice.id);
  return { studio, client, project, invoice, to, link: url + (await invoiceLink(w, invoice.id)) };
}

type Invoiced = Awaited<ReturnType<typeof invoiced>>;

/** Emails the invoice; returns the id of the email. */
async function mail({ studio, invoice, to }: Invoiced, { text = 'Hello', cc = [] as string[] } = {}) {
  const email = [to, cc, 'Your invoice', text];
  const [{ id }] = await call('mail_document', studio.id, 'invoice', invoice.id, 'document', ...email);
  return id as string;
}

/** Waits until no email is on its way. Returns this one's state. */
async function outcome(id: string) {
  await m.mailed();
  return (await sql('select state, failed_at, failure from corkboard.document_mails where id = $1', id))[0];
}

/** Has the mail server refuse an email until the end of the test. Others use it meanwhile. */
function refuse(t: ExecutionContext, refusal: Required<Refusal>): void {
  m.server.refusal = refusal;
  t.teardown(() => {
    m.server.refusal = null;
  });
}

test('a member’s email comes in the name of the workspace, with the link, and replies go to the member', async t => {
  const one = await invoiced();
  const id = await mail(one, { text: 'See {link} or {link}.' });
  t.like(await outcome(id), { state: 'sent', failed_at: null, failure: null });
  const [mailed, ...more] = await m.to(one.to);
  t.deepEqual(more, []);
  t.is(mailed!.text, `See ${one.link} or ${one.link}.\n`);
  t.is(mailed!.messageId, `<document-${id}@localhost>`);
  // A person sent it.
  t.false(mailed!.raw.includes('Auto-Submitted'));
  // Nobody in particular sent it, so replies go to the owner.
  t.is(mailed!.replyTo, 'never-leaves@owner.example');
  t.regex(mailed!.raw, /^From: Studio <corkboard@localhost>\r$/m);
  // A text without the place for the link has it at the end.
  await mail(one);
  t.is((await m.to(one.to))[1]!.text, `Hello\n\n${one.link}\n`);
});

test('an email that the mail server rejects for good fails with its words, without the address', async t => {
  const one = await invoiced();
  refuse(t, { at: 'RCPT', status: 550, of: one.to });
  const failure = '550 …: no such user';
  t.like(await outcome(await mail(one)), { state: 'failed', failure });
  m.server.refusal = { at: 'RCPT', status: 550, of: 'copy@bakery.example' };
  t.like(await outcome(await mail(one, { cc: ['copy@bakery.example'] })), { state: 'sent', failure });
  m.server.refusal = { at: 'RCPT', status: 550, of: one.to };
  t.like(await outcome(await mail(one, { cc: ['copy@bakery.example'] })), { state: 'failed' });
});

/** Waits until an email was tried this often. Returns its row. */
async function tried(id: string, attempts: number) {
  const [row] = await eventually(
    () => sql('select * from corkboard.document_mails where id = $1 and attempts >= $2', id, attempts),
    ({ length }) => length === 1,
  );
  return row;
}

/** Has an email that waits for its next attempt tried at once. */
async function tryNow({ studio }: Invoiced, id: string): Promise<void> {
  await sql('update corkboard.document_mails set next_attempt_at = now() where id = $1', id);
  const jobs = `array(select j.id from ${queuedJobs} j where j.payload ->> 'recordId' = $1)`;
  await sql(`select graphile_worker.complete_jobs(${jobs})`, id);
  await call('enqueue_job', 'mail_document', studio.id, id);
}

test('whom the mail server turns away for now gets the email later, and nobody gets it twice', async t => {
  const one = await invoiced();
  const copies = [
    'copy@bakery.example',
    `${one.to.toUpperCase()}`,
    'Copy@Bakery.example',
    'gone@bakery.example',
  ];
  refuse(t, { at: 'RCPT', status: 451, of: one.to });
  const id = await mail(one, { cc: copies });
  const { accepted, cc, state, last_answer, next_attempt_at, queued_at } = await tried(id, 1);
  t.deepEqual([state, cc, accepted], ['queued', [copies[0], copies[3]], [copies[0], copies[3]]]);
  t.is(last_answer, '451 …: no such user');
  const wait = (next_attempt_at - queued_at) / 1000;
  t.true(wait >= 60 && wait < 100, `${wait} s`);
  const owner = await w.owner(one.studio.id);
  const sentCopies = `${copies[0]}, ${copies[3]}`;
  const delayed = `Not sent yet to ${one.to}, copies to ${sentCopies} … Sent to ${sentCopies} already Tried once, next today … Last answer of the mail server: 451 …: no such user`;
  shows(t, await owner.get(`/invoices/${one.invoice.id}`), delayed);
  shows(
    t,
    await owner.get(`/emails/${id}`),
    `To ${one.to} Not sent yet Cc ${copies[0]} Sent`,
    'Attempts 1 Next attempt Today',
    'Last answer of the mail server 451 …: no such user',
  );
  // A job before its time, and one that sends it at the same time, change nothing.
  const jobs = () => sql(`select 1 from ${queuedJobs} where payload ->> 'recordId' = $1`, id);
  await call('record_mail_attempt', one.studio.id, id, 0, [], [], null, 'again');
  t.deepEqual(await sql('select * from corkboard.prepare_mail_attempt($1, $2)', one.studio.id, id), []);
  t.is((await jobs()).length, 1);
  m.server.refusal = { at: 'DATA', status: 451, of: one.to };
  await tryNow(one, id);
  await tried(id, 2);
  m.server.refusal = null;
  await tryNow(one, id);
  t.like(await outcome(id), { state: 'sent', failure: null });
  await call('enqueue_job', 'mail_document', one.studio.id, id);
  await m.mailed();
  const messages = m.mails.filter(({ messageId }) => messageId === `<document-${id}@localhost>`);
  t.deepEqual(
    messages.map(({ recipients }) => recipients),
    [[copies[0], copies[3]], [one.to]],
  );
  for (const { raw } of messages)
    t.regex(raw, new RegExp(`^To: ${one.to}\r\nCc: ${copies[0]}, ${copies[3]}\r$`, 'm'));
});

test('a copy that is turned away for now is tried again alone, every half hour at most, for two days', async t => {
  const one = await invoiced();
  const copy = 'busy@bakery.example';
  refuse(t, { at: 'RCPT', status: 450, of: copy });
  const id = await mail(one, { cc: [copy] });
  t.like(await tried(id, 1), { state: 'sent', accepted: [one.to] });
  await tryNow(one, id);
  await tried(id, 2);
  await sql('update corkboard.document_mails set attempts = 50 where id = $1', id);
  await tryNow(one, id);
  const { next_attempt_at } = await tried(id, 51);
  const [{ minutes }] = await sql(
    'select extract(epoch from $1::timestamptz - now()) / 60 as minutes',
    next_attempt_at,
  );
  t.true(minutes > 29 && minutes <= 30, `${minutes}`);
  const owner = await w.owner(one.studio.id);
  shows(t, await owner.get(`/invoices/${one.invoice.id}`), `Not sent yet to ${copy} Tried 51 times, next `);
  await sql(
    `update corkboard.document_mails set queued_at = now() - interval '2 days 1 second' where id = $1`,
    id,
  );
  await tryNow(one, id);
  t.like(await outcome(id), { state: 'sent', failure: 'It could not be sent within two days.' });
  t.is((await m.to(one.to)).length, 1);
  const item = `Invoice INV-0001 couldn’t be emailed to ${copy}`;
  shows(t, await owner.get('/'), item);
});

test('an email that failed for good is on Home and in lists, and its sender is told, until it is dismissed or sent again', async t => {
  const { studio, to, path, member, email, project } = await drafted();
  refuse(t, { at: 'RCPT', status: 550, of: to });
  await member.press(await member.get(`${path}/send`), 'Email invoice', { anyway: 'on' });
  await m.mailed();
  const [notice] = await m.to(email);
  t.is(notice!.subject, 'Email not delivered: invoice INV-0001');
  t.regex(notice!.raw, /^Auto-Submitted: auto-generated\r$/m);
  const at = new URL(/https:\S+/.exec(notice!.text)![0]).pathname;
  const home = await member.get('/');
  const item = `Invoice INV-0001 couldn’t be emailed to ${to} 550 …: no such user`;
  shows(t, home, item, `${email} could not email INV-0001`);
  t.true(home.text.includes(`href="${at}"`));
  for (const list of ['/invoices', `/projects/${project.id}?tab=invoices`])
    shows(t, await member.get(list), 'INV-0001 … Sent Email failed');
  const page = await member.get(at);
  shows(t, page, `Email to ${to} Failed`, `The email to ${to} failed: 550 …: no such user`);
  await member.press(page, 'Dismiss');
  lacks(t, await member.get('/'), 'couldn’t be emailed');
  lacks(t, await member.get('/invoices'), 'Email failed');
  shows(t, await member.get(at), 'Failed', 'Reason 550 …: no such user');
  // Failed again, it is back; sent again, it isn't.
  const again = async () => member.press(await member.get(`${path}/send`), 'Email invoice');
  await again();
  await m.mailed();
  shows(t, await member.get('/'), item);
  m.server.refusal = null;
  await again();
  await m.mailed();
  lacks(t, await member.get('/'), 'couldn’t be emailed');
  const stranger = await w.owner((await w.workspace()).id);
  t.is((await stranger.get(at)).status, 404);
  t.is(
    (
      await sql(
        'select 1 from corkboard.audit_log where workspace_id = $1 and action = $2',
        studio.id,
        'mail.dismissed',
      )
    ).length,
    1,
  );
});

test('an email whose document was voided, or that waited for two days, is not sent any more', async t => {
  const one = await invoiced();
  /** What becomes of an email that waits again, after this change. */
  const after = async (change: string) => {
    const id = await mail(one);
    await m.mailed();
    await sql(
      `update corkboard.document_mails set state = 'queued', sent_at = null, accepted = '{}' where id = $1`,
      id,
    );
    await sql(change.replaceAll('$mail', `'${id}'`).replaceAll('$invoice', `'${one.invoice.id}'`));
    await call('enqueue_job', 'mail_document', one.studio.id, id);
    const { state, failure } = await outcome(id);
    return [m.mails.filter(({ to }) => to === one.to).length, state, failure];
  };
  const waited = `update corkboard.document_mails set queued_at = now() - interval '2 days 1 second' where id = $mail`;
  t.deepEqual(await after(waited), [1, 'failed', 'It could not be sent within two days.']);
  const suspension = `update corkboard.workspaces set suspended_at = now() where id = '${one.studio.id}'`;
  t.deepEqual(await after(suspension), [2, 'queued', null]);
  await sql('update corkboard.workspaces set suspended_at = null where id = $1', one.studio.id);
  const voided = `update corkboard.invoices set status = 'VOID', voided_at = now() where id = $invoice`;
  const gone = 'The document was voided, withdrawn or moved to the trash before the email was sent.';
  t.deepEqual(await after(voided), [3, 'failed', gone]);
});

/** A studio with a draft for a client who reads German, and a member. */
async function drafted(fields: object = {}) {
  const studio = await w.workspace();
  const to = `buchhaltung-${++clients}@kontor.example`;
  const front = `vorne-${clients}@kontor.example`;
  const client = await studio.client({ name: 'Kontor', email: front });
  const details = { billing_email: to, language: 'de', contact_name: 'Ada Marsh' };
  await call('change_client', studio.id, client.id, details);
  const project = await studio.project({ clientId: client.id, name: 'Website' });
  const invoice = await studio.invoice(project.id, { amountCents: 120_000, currency: 'EUR', ...fields });
  const email = `ana-${clients}@studio.example`;
  const member = await w.member(studio.id, email);
  return { studio, to, front, project, invoice, path: `/invoices/${invoice.id}`, member, email };
}

test('a member sends a draft by email, in the client’s language, and sends it again', async t => {
  const { to, invoice, path, member, email } = await drafted({ dueDate: '2999-01-31' });
  const page = await member.get(`${path}/send`);
  t.is(fieldOf(page, 'To'), to);
  t.is(fieldOf(page, 'Subject'), 'Rechnung INV-0001 von Studio');
  t.regex(
    fieldOf(page, 'Message'),
    /^Guten Tag Ada Marsh,\n\nanbei erhalten Sie die Rechnung INV-0001 über 1\.200,00\s€\./,
  );
  const [known] = await sql(
    'select corkboard.mail_placeholders() as placeholders, corkboard.mail_templates() as templates',
  );
  t.deepEqual(known, { placeholders: mailPlaceholders, templates: mailTemplates });
  const unfilled = await member.press(page, 'Email invoice', { anyway: 'on', subject: 'About {amount}' });
  t.is(unfilled.status, 422);
  shows(
    t,
    unfilled,
    'Subject must have the value itself in place of {amount}, which is only filled in in Settings.',
  );
  const sent = await member.press(unfilled, 'Email invoice', {
    ...{ anyway: 'on', cc: `b-${to}, c-${to}`, subject: fieldOf(page, 'Subject') },
  });
  t.is(sent.location, `${path}?done=invoice.mail`);
  const [mailed, ...more] = await m.to(to);
  t.deepEqual([more, mailed!.replyTo, mailed!.recipients], [[], email, [to, `b-${to}`, `c-${to}`]]);
  t.true(mailed!.raw.includes('https://console.example/invoice/'));
  t.deepEqual(mailed!.files, ['INV-0001.pdf']);
  const shown = await member.get(sent.location!);
  shows(t, shown, 'The email is on its way.', `Sent to ${to}, copies to b-${to}, c-${to} … by ${email}`);
  shows(t, await member.get(`/settings/audit?record=${invoice.id}`), 'emailed an invoice or estimate');
  const sending = await member.follow(shown, 'Send again');
  shows(t, sending, 'Attached: INV-0001.pdf.', `Emails so far Sent to ${to}`);
  t.is((await member.press(sending, 'Email invoice')).status, 303);
  t.is((await m.to(to)).length, 2);
  const meanwhile = await member.press(sending, 'Email invoice', { once: '' });
  t.is(meanwhile.status, 409);
  shows(t, meanwhile, 'This document was emailed since you opened this page.');
});

test('an overdue invoice is reminded of, and how often is shown', async t => {
  const { studio, to, invoice, path, member } = await drafted({ dueDate: '2020-01-31' });
  lacks(t, await member.get(path), 'Send reminder');
  await call('send_invoice', studio.id, invoice.id);
  await call('record_payment', studio.id, invoice.id, 100);
  const reminder = await member.follow(await member.get(path), 'Send reminder');
  const reminded = await member.press(reminder, 'Email payment reminder');
  t.is(reminded.location, `${path}?done=invoice.remind`);
  const [mail] = await m.to(to);
  t.is(mail!.subject, 'Zahlungserinnerung zur Rechnung INV-0001');
  t.regex(mail!.text, /Betrag von 1\.199,00=C2=A0=E2=82=AC zur Rechnung INV-0001/);
  t.regex(
    mail!.text,
    /\n\nGesamtbetrag: 1\.200,00=C2.*\nBereits bezahlt.*: -1,00=C2.*\nZu zahlen bis .*: 1\.199,00=C2/,
  );
  t.deepEqual(mail!.files, ['INV-0001.pdf']);
  const [paper] = await sql(
    `select array_agg(d.format order by d.format) as formats, min(d.paid_cents)::integer as paid, min(d.version) as version
       from corkboard.issued_documents d
       join corkboard.document_mails m on m.workspace_id = d.workspace_id and m.record_id = d.record_id and m.document_version = d.version
      where d.kind = 'reminder' and d.record_id = $1 and d.made_at is not null`,
    invoice.id,
  );
  t.deepEqual(paper, { formats: ['pdf'], paid: 100, version: 1 });
  shows(t, await member.get(path), `1 reminder so far … Sent to ${to}`);
});

test('a credit note is emailed with its own link and file', async t => {
  const { studio, to, invoice, path, member } = await drafted();
  await call('send_invoice', studio.id, invoice.id);
  await call('credit_invoice', studio.id, invoice.id, 'Zu viel', null, 100, 0);
  const page = `${path}/credit-notes/CN-0001`;
  const sent = await member.press(await member.get(`${page}/send`), 'Email credit note');
  t.is(sent.location, `${page}?done=credit-note.mail`);
  shows(t, await member.get(sent.location!), 'The email is on its way.');
  const [mail] = await m.to(to);
  t.deepEqual(mail!.files, ['CN-0001.pdf']);
  t.regex(mail!.text, /\/credit-notes\/CN-0001\n/);
});

test('a scope and a contract are emailed with their links, in the workspace’s own words', async t => {
  const { studio, project, front, member } = await drafted();
  const tab = `/projects/${project.id}?tab=scope`;
  await studio.scope(project.id);
  const names = linksOf(await member.get(tab)).map(([name]) => name);
  t.deepEqual([names.includes('Send scope'), names.includes('Send contract')], [true, false]);
  const sending = (kind: string) => `/projects/${project.id}/${kind}/send`;
  shows(t, await member.get(sending('contract')), 'The contract can be sent once the scope is approved.');
  const owner = await w.owner(studio.id);
  const text = await owner.get('/settings/emails?template=scope&language=de');
  const own = { subject: 'Zur Freigabe: {project}', text: 'Hallo {client}!\nFällig {due}\n{link}' };
  const saved = await owner.press(text, 'Save text', own);
  t.is(fieldOf(await owner.get(saved.location!), 'Subject'), own.subject);
  await member.press(await member.get(sending('scope')), 'Email scope');
  const links = await shareLinks(w, project.id);
  const [scope] = await m.to(front);
  t.is(scope!.subject, 'Zur Freigabe: Website');
  t.is(scope!.text, `Hallo Ada Marsh!\n${url}${links.scope}\n`);
  await call('approve_scope', studio.id, project.id, 'Ada');
  const mailed = await member.press(
    await member.follow(await member.get(tab), 'Send contract'),
    'Email contract',
  );
  t.is(mailed.location, `${tab}&done=contract.mail`);
  t.true((await m.to(front))[1]!.raw.includes('/contract/'));
  shows(t, await member.get(tab), `Sent to ${front}`, 'Contract sent on');
});

test('a change order is sent by email with its link, title and price', async t => {
  const { studio, project, front, member } = await drafted();
  await studio.scope(project.id, { currency: 'EUR' });
  await call('approve_scope', studio.id, project.id, 'Ada');
  const [order] = await call('propose_change_order', studio.id, project.id, 'A shop', null, 45_000);
  const page = `/projects/${project.id}/change-orders/${order.id}`;
  const sending = await member.follow(await member.get(page), 'Send change order');
  await member.press(sending, 'Email change order');
  const [mailed] = await m.to(front);
  t.is(mailed!.subject, 'Nachtrag zu Website: A shop');
  const link = url + (await changeOrderLink(w, order.id));
  t.true(mailed!.text.includes(link));
  shows(t, await member.get(page), `Sent to ${front}`, 'Send again');
  const [{ client_id: client }] = await sql(
    'select client_id from corkboard.projects where id = $1',
    project.id,
  );
  await call('open_portal', studio.id, client);
  await call('mail_document', studio.id, 'portal', client, 'document', front, [], 'Portal', 'Hello');
  await m.mailed();
  const lists = ['/projects', `/projects/${project.id}?tab=scope`, '/clients'];
  for (const list of lists) lacks(t, await member.get(list), 'Email failed');
  await sql('update corkboard.document_mails set flagged_at = now() where workspace_id = $1', studio.id);
  const failed = ['Website Email failed', 'A shop Awaiting approval Email failed', 'Kontor Email failed'];
  for (const [at, list] of lists.entries()) shows(t, await member.get(list), failed[at]!);
  const home = await member.get('/');
  shows(t, home, 'Change order of Website couldn’t be emailed', 'Portal of Kontor couldn’t be emailed');
});

test('a statement is emailed with the link to its period, which makes the portal, and is marked by its own emails', async t => {
  const { studio, to, project, invoice, member } = await drafted();
  const page = `/clients/${project.clientId}/statement`;
  await call('send_invoice', studio.id, invoice.id);
  const period = '?from=2026-01-01&until=2026-06-30';
  const sending = await member.follow(await member.get(page + period), 'Send statement');
  lacks(t, sending, 'Copy text');
  const sent = await member.press(sending, 'Email statement');
  t.is(sent.location, `${page}?done=statement.mail`);
  const [mailed] = await m.to(to);
  t.is(mailed!.subject, 'Kontoauszug von Studio');
  const { statement } = await portalLinks(w, project.clientId);
  t.true(mailed!.text.includes(`${url}${statement}${period}\n`));
  t.deepEqual(mailed!.files, []);
  shows(t, await member.get(page), `Emails so far Sent to ${to}`);
  const link = fieldOf(await member.get(`${page}/send${period}`), 'Link');
  t.true(link.endsWith(statement + period));
  // An email with the link of the portal doesn't count beside it.
  await call('mail_document', studio.id, 'portal', project.clientId, 'document', to, [], 'Portal', 'Hello');
  await m.mailed();
  const sentAt = `update corkboard.document_mails set sent_at = $2 where workspace_id = $1 and kind = $3`;
  await sql(sentAt, studio.id, '2026-02-03', 'statement');
  await sql(sentAt, studio.id, '2026-04-05', 'portal');
  const [{ on }] = await sql(
    `select corkboard.client_statement($1, $2) ->> 'mailedOn' as "on"`,
    studio.id,
    project.clientId,
  );
  t.is(on, '2026-02-03');
});

test('the function rejects a kind that is not emailed, and a reminder of anything but an invoice', async t => {
  const { studio, project } = await drafted();
  const given = (kind: string | null, purpose: string) =>
    call('mail_document', studio.id, kind, project.id, purpose, 'ana@client.example', [], 'S', 'T');
  await t.throwsAsync(given('intake', 'document'), {
    message: 'kind must be one of invoice, credit_note, scope, contract, change_order, statement, portal.',
  });
  await t.throwsAsync(given(null, 'document'), { message: 'kind is required.' });
  await t.throwsAsync(given('scope', 'reminder'), { message: 'purpose must be one of document.' });
  for (const [subject, text] of [
    ['{link}', 'T'],
    ['S', 'Of {number}'],
  ])
    await t.throwsAsync(
      call('mail_document', studio.id, 'scope', project.id, 'document', 'a@b.example', [], subject, text),
      { message: /must have the value itself in place of \{(link|number)\}/ },
    );
});

/** The actions whose own tests press them on a page that was read before a change, by the place. */
const walkedElsewhere: Record<string, string> = {
  'invoices.test.ts': 'invoice.edit',
  'creditNotes.test.ts': 'invoice.credit invoice.refund invoice.transfer-balance',
  'invoiceAgreed.test.ts': 'project.invoice-agreed scope.plan estimate.plan',
  'invoiceTime.test.ts': 'project.invoice-time',
  'projects.test.ts': 'time.delete note.delete',
  'timer.test.ts': 'timer.stop timer.discard',
  'webhooks.test.ts': 'endpoint.edit endpoint.remove endpoint.rotate',
  'scope.test.ts, for all links': 'intake.renew-link inquiry.renew-link',
};

test('what a page showed before a change is not mailed, recorded or made final: each such action is rejected with 409', async t => {
  const { studio, project, invoice, path, member } = await drafted({ dueDate: '2020-01-31' });
  const { clientId } = project;
  const client = `/clients/${clientId}`;
  const [scoped, unscoped] = [await studio.project({ clientId }), await studio.project({ clientId })];
  const tab = (id: string) => `/projects/${id}?tab=scope`;
  await studio.scope(scoped.id, { currency: 'EUR', priceCents: 500_000 });
  await call('approve_scope', studio.id, scoped.id, 'Ada');
  await studio.scope(unscoped.id);
  await call('open_portal', studio.id, clientId);
  const [draftOrder] = await call('propose_change_order', studio.id, scoped.id, 'A shop', null, 45_000);
  const [sentOrder] = await call('propose_change_order', studio.id, scoped.id, 'A map', null, 45_000);
  await call('send_change_order', studio.id, sentOrder.id);
  const estimate = await studio.invoice(scoped.id, { kind: 'estimate' });
  const paid = await studio.invoice(scoped.id);
  const overdue = await studio.invoice(scoped.id, { dueDate: '2020-01-31', currency: 'EUR' });
  for (const { id } of [estimate, paid, overdue]) await call('send_invoice', studio.id, id);
  await call('record_payment', studio.id, paid.id, 100);
  const [payment] = await sql('select id from corkboard.payments where invoice_id = $1', paid.id);
  const renewed = (page: string, record: string) => call('renew_share_link', studio.id, page, record);
  const order = (id: string) => `/projects/${scoped.id}/change-orders/${id}`;

  const walked = new Set<string>();
  const kept = async () =>
    (
      await sql(
        `select (select count(*) from corkboard.audit_log l where l.workspace_id = w.id) as done,
                (select count(*) from corkboard.document_mails m where m.workspace_id = w.id) as mailed
           from corkboard.workspaces w where w.id = $1`,
        studio.id,
      )
    )[0];
  /** Opens a page, makes a change, and then presses buttons of the page: the addresses of their forms, by action. */
  const outdated = async (at: string, change: () => Promise<unknown>, actions: Record<string, string>) => {
    const page = await member.get(at);
    await change();
    const before = await kept();
    for (const [name, action] of Object.entries(actions)) {
      const [address, typed = ''] = action.split(' ');
      const forms = [...page.text.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].map(([text]) => ({ text }));
      const form = forms.find(({ text }) => new RegExp(`action="${address}[?"]`).test(text));
      t.truthy(form, name);
      const refused = await member.press(
        form!,
        buttonsOf(form!)[0]!,
        Object.fromEntries(new URLSearchParams(typed)),
      );
      t.is(refused.status, 409, `${name}: ${wordsOf(refused).slice(0, 300)}`);
      walked.add(name.split('#')[0]!);
    }
    t.deepEqual(await kept(), before);
  };

  await outdated(
    `${path}/send`,
    () => sql('update corkboard.invoices set version = version + 1 where id = $1', invoice.id),
    { 'invoice.send': `${path}/send anyway=on`, 'invoice.mail#draft': `${path}/mail anyway=on` },
  );
  const ofInvoice = (verb: string, id = overdue.id) => `/invoices/${id}/${verb}`;
  await outdated(
    `/invoices/${overdue.id}`,
    async () => {
      await call('set_late_fee', studio.id, overdue.id, 1_500);
      await renewed('invoice', overdue.id);
    },
    {
      'invoice.pay': ofInvoice('pay'),
      'invoice.assign': ofInvoice('assign'),
      'invoice.late-fee': ofInvoice('late-fee'),
      'invoice.void': ofInvoice('void'),
      'invoice.renew-link': ofInvoice('renew-link'),
    },
  );
  await outdated(`/invoices/${paid.id}`, () => call('record_payment', studio.id, paid.id, 100), {
    'payment.remove': ofInvoice(`payments/${payment.id}/remove`, paid.id),
  });
  for (const [id, page, verb] of [
    [overdue.id, 'remind', 'remind'],
    [overdue.id, 'send', 'mail'],
    [paid.id, 'send', 'mail'],
  ])
    await outdated(ofInvoice(page!, id), () => call('record_payment', studio.id, id, 50), {
      [`invoice.${verb}`]: ofInvoice(verb!, id),
    });
  await outdated(
    `/invoices/${estimate.id}`,
    () => call('answer_estimate', studio.id, estimate.id, 'accepted', 'Ada Marsh', null, null, null, null),
    {
      'estimate.accept': ofInvoice('accept', estimate.id),
      'estimate.decline': ofInvoice('decline', estimate.id),
      'estimate.convert': ofInvoice('convert', estimate.id),
    },
  );
  await outdated(
    ofInvoice('send', estimate.id),
    () => sql('update corkboard.invoices set version = version + 1 where id = $1', estimate.id),
    { 'invoice.mail#estimate': ofInvoice('mail', estimate.id) },
  );
  const ofProject = (id: string, verb: string) => `/projects/${id}/${verb}`;
  await outdated(
    tab(unscoped.id),
    async () => {
      await studio.scope(unscoped.id, { deliverables: ['Another'] });
      await renewed('scope', unscoped.id);
    },
    {
      'scope.approve': ofProject(unscoped.id, 'scope/approve'),
      'scope.renew-link': ofProject(unscoped.id, 'scope/renew-link'),
    },
  );
  await outdated(
    ofProject(unscoped.id, 'scope/send'),
    () => studio.scope(unscoped.id, { deliverables: ['Yet another'] }),
    {
      'scope.send': ofProject(unscoped.id, 'scope/send'),
      'scope.mail': ofProject(unscoped.id, 'scope/mail'),
    },
  );
  await outdated(
    `${tab(scoped.id)}&new=approve`,
    async () => {
      await call('approve_change_order', studio.id, scoped.id, 10_000);
      await renewed('contract', scoped.id);
    },
    {
      'contract.sign': ofProject(scoped.id, 'contract/sign'),
      'contract.renew-link': ofProject(scoped.id, 'contract/renew-link'),
      'change-order.approve': ofProject(scoped.id, 'change-orders/approve title=A&amountCents=1'),
    },
  );
  await outdated(
    ofProject(scoped.id, 'contract/send'),
    () => call('approve_change_order', studio.id, scoped.id, 20_000),
    {
      'contract.send': ofProject(scoped.id, 'contract/send'),
      'contract.mail': ofProject(scoped.id, 'contract/mail'),
    },
  );
  await outdated(
    `${order(draftOrder.id)}/send`,
    () => call('edit_change_order', studio.id, draftOrder.id, JSON.stringify({ title: 'A cart' })),
    {
      'change-order.send': `${order(draftOrder.id)}/send`,
      'change-order.mail': `${order(draftOrder.id)}/mail`,
    },
  );
  await outdated(
    order(draftOrder.id),
    () => call('edit_change_order', studio.id, draftOrder.id, JSON.stringify({ title: 'Two shops' })),
    {
      'change-order.withdraw': `${order(draftOrder.id)}/withdraw`,
    },
  );
  await outdated(
    order(sentOrder.id),
    async () => {
      await renewed('change_order', sentOrder.id);
      await call('withdraw_change_order', studio.id, sentOrder.id);
    },
    {
      'change-order.accept': `${order(sentOrder.id)}/approve`,
      'change-order.renew-link': `${order(sentOrder.id)}/renew-link`,
    },
  );
  const mailed = [clientId, 'document', 'ana@kontor.example', [], 'S', 'T'];
  for (const kind of ['portal', 'statement'])
    await outdated(`${client}/${kind}/send`, () => call('mail_document', studio.id, kind, ...mailed), {
      [`${kind}.mail`]: `${client}/${kind}/mail`,
    });
  await outdated(
    client,
    async () => {
      await renewed('portal', clientId);
      await call('send_invoice', studio.id, invoice.id);
    },
    {
      'client.trash': `${client}/trash`,
      'portal.renew-link': `${client}/portal/renew-link`,
    },
  );
  const [note] = await call('credit_invoice', studio.id, paid.id, 'A', null, 1, 0);
  const noted = ['credit_note', note.id, 'document', 'ana@kontor.example', [], 'S', 'T'];
  const notePage = `/invoices/${paid.id}/credit-notes/CN-0001`;
  await outdated(`${notePage}/send`, () => call('mail_document', studio.id, ...noted), {
    'credit-note.mail': `${notePage}/mail`,
  });
  await outdated(`/projects/${project.id}`, () => call('record_payment', studio.id, invoice.id, 100), {
    'project.trash': ofProject(project.id, 'trash'),
  });
  t.deepEqual(
    [...walked, ...Object.values(walkedElsewhere).join(' ').split(' ')].sort(),
    actions
      .filter(carriesVersion)
      .map(({ name }) => name)
      .sort(),
  );
});

test('without a mail server the console offers no email and says so', async t => {
  const { studio, path, project, invoice } = await drafted();
  const owner = await withoutMail.owner(studio.id);
  await studio.scope(project.id);
  for (const address of [`${path}/send`, `/projects/${project.id}/scope/send`, '/settings/emails']) {
    const page = await owner.get(address);
    shows(t, page, 'This server isn’t set up to send email.');
    t.deepEqual(
      buttonsOf(page).filter(name => name.startsWith('Email')),
      [],
    );
  }
  const typed = { recipient: 'ana@client.example', subject: 'S', text: 'T', anyway: 'on' };
  t.is((await owner.post(`${path}/send/email`, typed)).status, 409);
  t.is((await sql('select status from corkboard.invoices where id = $1', invoice.id))[0].status, 'DRAFT');
});
