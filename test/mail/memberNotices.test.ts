import { randomUUID } from 'node:crypto';
import test from 'ava';
import { readConfig } from '../../src/config.ts';
import { type Notice, noticeMail } from '../../src/mail/memberNotices.ts';
import mailNotice from '../../tasks/mail_notice.ts';
import { mailbox } from '../support/mailbox.ts';
import { world } from '../support/world.ts';

const m = mailbox(test, world(test));

const notice = (of: Partial<Notice>): Notice => ({
  eventId: randomUUID(),
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

test('a job that runs again sends the same message, and another event sends another', async t => {
  const task = mailNotice({ config: readConfig(m.env()) } as Parameters<typeof mailNotice>[0]);
  const [to, other] = [`${randomUUID()}@x.example`, `${randomUUID()}@x.example`];
  const payload = notice({ to });
  await task(payload, {} as Parameters<typeof task>[1]);
  await task(payload, {} as Parameters<typeof task>[1]);
  await task(notice({ to: other }), {} as Parameters<typeof task>[1]);
  const ids = (await m.to(to)).map(({ messageId }) => messageId);
  t.deepEqual(ids, [`<email-changed-old-${payload.eventId}@corkboard>`, ids[0]]);
  t.not((await m.to(other))[0]!.messageId, ids[0]);
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

test('every notice is complete, also without optional values', t => {
  for (const kind of [
    'email_changed_new',
    'ownership_offered',
    'ownership_received',
    'ownership_passed_on',
  ] as const) {
    const { subject, text } = noticeMail(
      notice({ notice: kind, ownerEmail: 'boss@x.example', expiresAt: '2027-02-07T09:05:07.000Z' }),
      undefined,
    );
    for (const part of [subject, text]) t.notRegex(part, /undefined|null|\[object/);
  }
});
