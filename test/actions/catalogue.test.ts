import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'ava';
import { actionNamed, actions, sentenceOf } from '../../src/actions/catalogue.ts';
import { statementOf } from '../../src/actions/statement.ts';
import { mailTemplates } from '../../src/mail/mailKinds.ts';
import { carriesVersion } from '../support/shownVersions.ts';

const functions = join(import.meta.dirname, '../../sql/functions');

/** The kinds of emails with an audit entry of their own. */
const mailed = mailTemplates.filter(kind => kind !== 'estimate' && kind !== 'reminder');

/** The audit actions as the functions write them. Those that the functions compose are listed here. */
const composed: Record<string, string[]> = {
  'answer_estimate.sql': ['estimate.accepted', 'estimate.declined'],
  'draft_invoice.sql': ['invoice.drafted', 'estimate.drafted'],
  'change_invoice_status.sql': ['invoice.sent', 'invoice.void'],
  'settle_invoice.sql': [
    ...[
      'paid',
      'payment_recorded',
      'payment_removed',
      'late_fee',
      'credited',
      'refunded',
      'balance_transferred',
      'void',
    ].map(entry => `invoice.${entry}`),
  ],
  'mail_document.sql': [...mailed.map(kind => `${kind}.mailed`), 'invoice.reminded'],
  'renew_share_link.sql': ['intake', 'scope', 'contract', 'invoice', 'change_order', 'portal', 'inquiry'].map(
    page => `${page}.link_renewed`,
  ),
};
const recorded = globSync('**/*.sql', { cwd: functions }).flatMap(name => {
  const calls =
    readFileSync(join(functions, name), 'utf8').match(/perform corkboard\.record_(?:audit|change)\([^;]+/g) ??
    [];
  return calls.flatMap(call => {
    const entries = [...call.matchAll(/'([a-z_]+\.[a-z_]+)'/g)].map(([, entry]) => entry!);
    return entries.length > 0 ? entries : (composed[basename(name)] ?? [`? in ${name}`]);
  });
});

test('every audit entry that the database writes has a sentence', t => {
  t.true(recorded.length > 25);
  for (const logged of recorded)
    t.not(
      sentenceOf(logged, true),
      logged,
      `Add words for ${logged} to src/actions/ (otherEntries in catalogue.ts if an operation records it).`,
    );
});

test('every sentence belongs to an audit entry that the database writes', t => {
  for (const { name, auditEntries } of actions) {
    for (const logged of Object.keys(auditEntries)) t.true(recorded.includes(logged), `${name}: ${logged}`);
  }
});

test('an action whose input lacks an argument of its function is not performed', t => {
  const { values } = statementOf(actionNamed('key.create'));
  t.throws(() => values({ label: 'Zapier', scopes: [] }, { hash: 'ab' }), {
    message: /key\.create .*:prefix/,
  });
});

test('the warning of an irreversible action is in whole sentences and says what happens', t => {
  const sentences = actions.flatMap(({ irreversible = [] }) => irreversible);
  t.true(sentences.length > 10);
  for (const sentence of sentences) t.regex(sentence, /^[A-Z].+\.$/);
});

test('names of actions are unique', t => {
  t.is(new Set(actions.map(({ name }) => name)).size, actions.length);
});

/** The actions in the console that don't carry the version that their page showed, by the reason why they need none. */
const withoutVersion: Record<string, string> = {
  'It can be undone or done again.': `
    client.restore client.archive client.unarchive project.restore member.remove member.leave invitation.send
    invitation.resend invitation.withdraw endpoint.add endpoint.enable endpoint.disable
    member.offer-ownership member.withdraw-ownership workspace.set-logo workspace.remove-logo
    portal.open member.decline-ownership member.change-email member.sign-out
    member.sign-out-everywhere member.set-name member.set-notifications member.set-weekly-hours change-order.propose
    agreed.close agreed.reopen scope.resolve-request inquiry.dismiss inquiry.reopen timer.start timer.pause timer.resume`,
  'It changes only what the person edited, and the former values are in the audit log or on the page.': `
    workspace.set workspace.set-numbers inquiry.set-form mail-text.set client.set project.set time.edit time.save-week
    note.edit revision.edit change-order.edit`,
  'It sends again or tests what never changes once it was recorded.': `
    endpoint.test delivery.replay delivery.retry endpoint.replay-missed endpoint.retry`,
  'It changes no record.': 'export.start workspace.dismiss-steps invoice.duplicate scope.duplicate',
  'Nothing that its page shows can be changed: a key, an inquiry and an email have no edit, an offer, a code and an intake are used once.': `
    key.create key.revoke member.accept-ownership member.confirm-email intake.submit inquiry.convert
    inquiry.add-project inquiry.delete mail.dismiss`,
};

test('every action in the console carries the version that its page showed, or needs none', t => {
  const without = actions.filter(action => action.only !== 'command' && !carriesVersion(action));
  t.deepEqual(
    without.map(({ name }) => name).toSorted(),
    Object.values(withoutVersion).join(' ').trim().split(/\s+/).toSorted(),
  );
});
