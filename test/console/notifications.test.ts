import { randomUUID } from 'node:crypto';
import test from 'ava';
import { type Browser, lacks, shows } from '../support/browser.ts';
import { people } from '../support/console.ts';
import { drain } from '../support/drain.ts';
import { mailbox, mailWorld } from '../support/mailbox.ts';
import type { Mail } from '../support/mailServer.ts';
import { queuedJobs } from '../support/queue.ts';
import { inquiryLink, invoiceLink, shareLinks } from '../support/shareLinks.ts';

// What members are told by email, and how they choose it and stop it.

const w = mailWorld(test);
const m = mailbox(test, w);
const withoutMail = people(test, w);
const { sql, call } = w;
const page = '/settings/members';

const someone = () => `${randomUUID()}@x.example`;

/** A workspace with a project whose scope was drafted, an invoice that was sent, its owner and a colleague. */
async function studio() {
  const account = await w.workspace({ ownerEmail: someone() });
  const project = await account.project({ name: 'Website', intake: {} });
  await account.scope(project.id);
  const { id: invoiceId } = await account.invoice(project.id, { amountCents: 84_000, dueDate: '2001-01-31' });
  await call('send_invoice', account.id, invoiceId);
  const [owner, colleague] = [await w.owner(account.id), await w.member(account.id, someone())];
  return {
    ...account,
    projectId: project.id,
    invoiceId,
    owner,
    colleague,
    links: await shareLinks(w, project.id),
  };
}

/** Ticks these kinds and no others on the person's own page. */
const choose = (browser: Browser, ...kinds: string[]) =>
  browser.post(
    `${page}/set-notifications`,
    kinds.map(kind => ['notifiedOf', kind] as [string, string]),
  );

/** The client approves the scope by the share link. */
const approve = async (path: string) => {
  const client = w.stranger();
  return client.press(await client.get(path), 'Approve scope', { by: 'Call +1 555 evil.example' });
};

/** The path of the unsubscribe link that mail programs find in an email. */
function unsubscribePath({ raw, text }: Mail): string {
  const [, path] = /^List-Unsubscribe: <https:\/\/console\.example(\/unsubscribe\/[\w-]{65})>\r$/m.exec(raw)!;
  if (!text.includes(`https://console.example${path}\n`)) throw new Error(text);
  return path!;
}

/** What a mail program sends when a person presses its unsubscribe button: no cookie, and a page of another site. */
function oneClick(path: string): Promise<Response> {
  const body = new FormData();
  body.append('List-Unsubscribe', 'One-Click');
  const from = { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' };
  return fetch(w.baseUrl + path, { method: 'POST', body, redirect: 'manual', headers: from });
}

test('the owner is told of what clients do; colleagues choose, and nobody is told of what they did', async t => {
  const { id, owner, colleague, links, projectId, invoiceId } = await studio();
  await colleague.press(await colleague.get(page), 'Save notifications', { notifiedOf: 'viewed' });
  await approve(links.scope);
  await w.stranger().get(await invoiceLink(w, invoiceId), { Accept: 'text/html' });
  const [told, ...more] = await m.to(owner.person.email);
  t.deepEqual(more, []);
  t.true(told!.text.startsWith('Scope approved for the project'));
  t.true(told!.text.includes(`/projects/${projectId}?tab=scope`));
  // Nothing that a visitor of a share link typed.
  t.notRegex(told!.raw, /\+1 555|evil\.example/);
  const [opened, ...others] = await m.to(colleague.person.email);
  t.deepEqual(others, []);
  t.is(opened!.subject, 'Invoice INV-0001 opened');
  t.true(opened!.text.includes(`https://console.example/invoices/${invoiceId}`));

  await choose(owner, 'paid', 'signed');
  await choose(colleague, 'paid', 'intake_submitted');
  await owner.post(`/invoices/${invoiceId}/pay`);
  await call('submit_intake', id, projectId, JSON.stringify({ Visitors: 'evil.example' }));
  await call('sign_contract', id, projectId);
  // Their jobs may run at the same time.
  const [, ...later] = await m.to(colleague.person.email);
  t.is(later.length, 2);
  const [paid, answered] = ['was paid', 'answered'].map(words =>
    later.find(({ text }) => text.includes(words)),
  );
  t.true(paid!.text.includes(`, was paid (recorded by ${owner.person.email}).`));
  t.true(answered!.text.startsWith('Intake questions answered for the project'));
  t.notRegex(answered!.raw, /evil\.example/);
  const [, signed, ...rest] = await m.to(owner.person.email);
  t.deepEqual(rest, []);
  t.true(signed!.text.includes('(recorded by the operator of your Corkboard server)'));
});

test('members are told that there is an inquiry, in an email with nothing of what the person typed', async t => {
  const { id, owner } = await studio();
  await call('set_inquiry_form', id, '{"is_open": true, "questions": ["Typed question"]}');
  const guest = w.stranger();
  const typed = { name: 'Typed name', email: 'typed@x.example', company: 'Typed', message: 'Typed words' };
  const form = await guest.get(await inquiryLink(w, id));
  await guest.press(form, 'Send inquiry', { ...typed, 'answers.0.answer': 'Typed answer' });
  const [told, ...more] = await m.to(owner.person.email);
  t.deepEqual(more, []);
  const [inquiry] = await sql('select id from corkboard.inquiries where workspace_id = $1', id);
  t.true(told!.text.includes(`https://console.example/inquiries/${inquiry.id}`));
  t.notRegex(told!.raw, /typed/i);
  t.deepEqual(await m.to(typed.email), []);
});

test('an email is stopped by one click of a mail program, or by a button, and only emails of its kind are', async t => {
  const { id, owner, colleague, projectId, invoiceId, links } = await studio();
  await choose(owner, 'approved', 'paid');
  await choose(colleague, 'approved');
  await approve(links.scope);
  const [told] = await m.to(owner.person.email);
  t.regex(told!.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const path = unsubscribePath(told!);
  const notifiedOf = 'select notified_of from corkboard.members where id = $1';
  const kinds = async () => (await sql(notifiedOf, owner.person.memberId))[0].notified_of;
  // A program that scans email opens the link.
  const approval = 'emails you when a scope, change order or estimate is approved';
  shows(t, await w.stranger().get(path), `Corkboard ${approval} in the workspace`);
  t.deepEqual(await kinds(), ['approved', 'paid']);
  for (let n = 0; n < 2; n++) {
    const stopped = await oneClick(path);
    t.is(stopped.status, 200);
    t.deepEqual(stopped.headers.getSetCookie(), []);
    t.deepEqual(await kinds(), ['paid']);
  }
  shows(t, await w.stranger().get(path), `Corkboard no longer ${approval}`);
  const [{ count, actors }] = await sql(
    `select count(*)::int, array_agg(distinct actor) as actors from corkboard.audit_log
      where workspace_id = $1 and action = 'member.notifications_set' and changes #> '{notifiedOf,1}' = '["paid"]'`,
    id,
  );
  t.deepEqual([count, actors], [1, [owner.person.email]]);

  await call('approve_change_order', id, projectId, 100);
  await call('record_payment', id, invoiceId);
  const [, ...others] = await m.to(owner.person.email);
  t.like(others, [{ subject: 'Invoice INV-0001 paid' }]);
  const [, last] = await m.to(colleague.person.email);
  const stranger = w.stranger();
  const done = await stranger.press(await stranger.get(unsubscribePath(last!)), 'Stop these emails');
  shows(t, done, 'Emails stopped');

  const stored = JSON.stringify(await sql('select l::text from corkboard.unsubscribe_links l'));
  t.false(stored.includes(path.slice('/unsubscribe/'.length, -22)));
  await call('remove_member', id, colleague.person.memberId);
  const unknown = `${path.slice(0, -30)}${'x'.repeat(8)}${path.slice(-22)}`;
  for (const gone of [unsubscribePath(last!), unknown, '/unsubscribe/x']) {
    const seen = await stranger.get(gone);
    t.is(seen.status, 404);
    shows(t, seen, 'This link no longer works');
    t.is((await oneClick(gone)).status, 404);
  }
});

test('invoices that become overdue in several batches of a check are one email', async t => {
  const { id, owner, projectId } = await studio();
  await choose(owner, 'overdue');
  await sql(
    `insert into corkboard.invoices (workspace_id, project_id, client_id, kind, sequence, number, status, currency, subtotal_cents,
       tax_rate_bps, tax_inclusive, tax_cents, due_date, created_via, sent_at)
     select $1, $2, p.client_id, 'invoice', 10 + n, 'INV-00' || 10 + n, 'SENT', 'USD', 100, 0, false, 0, '2001-02-01', 'app', now()
       from corkboard.projects p, generate_series(1, 11) n where p.workspace_id = $1 and p.id = $2`,
    id,
    projectId,
  );
  const partPaid = `update corkboard.invoices set part_paid_cents = 20000 where workspace_id = $1 and number = 'INV-0001'`;
  await sql(partPaid, id);
  await drain(async () => (await sql('select corkboard.detect_overdue(null, 5) as found'))[0].found);
  // The email waits a moment for further batches.
  await sql(
    `select graphile_worker.reschedule_jobs(array_agg(j.id), run_at := now()) from ${queuedJobs} j where j.payload ->> 'recordId' = $1`,
    owner.person.memberId,
  );
  const [told, ...more] = await m.to(owner.person.email);
  t.deepEqual(more, []);
  t.is(told!.subject, '12 invoices overdue');
  t.regex(told!.text, /^Invoice INV-0001 \(\$640\.00\), .*, is overdue: it was due on January 31, 2001\./);
  t.is(told!.text.match(/is overdue/g)!.length, 10);
  t.true(told!.text.includes('And 2 more: https://console.example/invoices?overdue=true'));
});

test('former members, suspended workspaces and people who changed their mind get nothing', async t => {
  const { id, colleague, projectId } = await studio();
  await choose(colleague, 'approved');
  const db = await w.db.connect();
  t.teardown(() => db.release());
  /** How many emails are to be sent to a person if this happens before the job runs. */
  const prepared = async (memberId: string, ...meanwhile: [string, ...unknown[]]) => {
    await db.query('begin');
    const happened = `select corkboard.notify_members($1, 'approved', 'scope.approved', array[$2]::uuid[])`;
    await db.query(happened, [id, projectId]);
    await db.query(meanwhile[0], meanwhile.slice(1));
    const { rows } = await db.query('select 1 from corkboard.prepare_notifications($1, $2)', [id, memberId]);
    await db.query('rollback');
    return rows.length;
  };
  const { memberId } = colleague.person;
  t.is(await prepared(memberId, 'select 1'), 1);
  // Another job of the same member has claimed it. Once that failed to send it, it is found again.
  const claim = 'select corkboard.prepare_notifications($1, $2)';
  t.is(await prepared(memberId, claim, id, memberId), 0);
  const fail = `select corkboard.release_notifications($1, p.ids) from corkboard.prepare_notifications($1, $2) p`;
  t.is(await prepared(memberId, fail, id, memberId), 1);
  t.is(await prepared(memberId, 'select corkboard.remove_member($1, $2)', id, memberId), 0);
  t.is(await prepared(memberId, 'select corkboard.suspend_workspace($1)', id), 0);
  t.is(await prepared(memberId, `select corkboard.set_notifications($1, $2, '{paid}')`, id, memberId), 0);
  t.is(await prepared(memberId, 'select corkboard.trash_project($1, $2)', id, projectId), 0);
});

test('the page says whether a mail server is set up, and shows what was chosen', async t => {
  const { id, owner } = await studio();
  const note = 'This server sends no email yet';
  const browser = await withoutMail.owner(id);
  shows(t, await browser.get(page), note);
  await choose(owner, 'overdue');
  const seen = await owner.get(page);
  lacks(t, seen, note);
  t.regex(seen.text, /value="overdue" checked/);
  t.notRegex(seen.text, /value="approved" checked/);
});
