import test from 'ava';
import { type Notice, noticeMail } from '../../src/mail/memberNotices.ts';

const notice = (of: Partial<Notice>): Notice => ({
  workspaceId: 'w',
  eventId: 'e1',
  notice: 'email_changed_old',
  to: 'before@x.example',
  workspaceName: 'Studio',
  timeZone: 'Europe/Berlin',
  locale: 'en-GB',
  changedBy: 'member',
  oldEmail: 'before@x.example',
  newEmail: 'after@x.example',
  changedAt: '2027-01-31T09:05:07.000Z',
  ownerEmail: null,
  ...of,
});

test('a job that runs again sends the same message, and another event sends another', t => {
  t.is(noticeMail(notice({}), undefined).id, 'email-changed-old-e1');
  t.is(noticeMail(notice({ eventId: 'e2' }), undefined).id, 'email-changed-old-e2');
});

test('the notice to the former address says what happened, when, and whom to contact', t => {
  const ofOwner = noticeMail(notice({}), 'https://console.example').text;
  t.true(ofOwner.includes('from before@x.example to after@x.example on 31 January 2027, 10:05'));
  t.true(ofOwner.includes('Contact the operator of your Corkboard server right away'));
  t.true(ofOwner.endsWith('https://console.example/settings/members'));
  const ofMember = noticeMail(notice({ ownerEmail: 'boss@x.example' }), undefined).text;
  t.true(ofMember.includes('Contact the owner of the workspace, boss@x.example, or the operator'));
  t.notRegex(ofMember, /https:/);
  const byOperator = noticeMail(notice({ changedBy: 'operator' }), undefined).text;
  t.true(byOperator.includes('was changed by the operator of your Corkboard server from'));
});
