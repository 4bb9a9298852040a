import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { documentMail } from '../../src/mail/documentMail.ts';
import { type Notice, noticeMail, notices } from '../../src/mail/memberNotices.ts';
import {
  type NotificationItem,
  type Notifications,
  notificationMail,
} from '../../src/mail/notificationMail.ts';
import type { Mail } from '../../src/mail/send.ts';
import { turnedOffMail } from '../../src/webhooks/turnedOffMail.ts';

// Names of workspaces, clients and projects are texts that a stranger may have chosen, and the service mails them from its own
// address.

const [at, locale, timeZone] = ['2027-01-31T09:05:07.000Z', 'en-GB', 'Europe/Berlin'];
const url = 'https://console.example';
const ownerEmail = 'owner@x.example';

/** A notification about a scope. */
const notification = (names: { workspaceName?: string } & Partial<NotificationItem>) => {
  const { workspaceName = 'Studio', ...given } = names;
  const item = {
    event: 'scope.approved',
    recordedBy: null,
    projectId: 'p',
    projectName: 'P',
    clientName: 'C',
  } as const;
  const about = { kind: 'approved', ids: ['n'], to: 'to@x.example', token: 'token' } as const;
  const all = { ...about, ids: ['n'], workspaceName, locale, count: 1, items: [{ ...item, ...given }] };
  return notificationMail(all satisfies Notifications, url);
};

/** Every mail that contains a name, by the task that sends it. */
const mails: Record<string, (name: string) => Mail[]> = {
  mail_notifications: name => [
    notification({ workspaceName: name }),
    notification({ projectName: name }),
    notification({ clientName: name }),
    notification({ recordedBy: 'ana@x.example', recorderName: name }),
  ],
  mail_notice: name => {
    const mail = (
      notice: Notice['notice'],
      { workspaceName = 'Studio', ownerName = null as string | null },
    ) => {
      const times = { changedAt: at, expiresAt: at, timeZone, locale };
      const of = {
        workspaceId: 'w',
        eventId: 'e',
        ...(notice === 'invitation' && { link: `${url}/invite/token` }),
      };
      const people = { to: 'to@x.example', oldEmail: 'old@x.example', newEmail: 'new@x.example', ownerEmail };
      const mailed = { mailId: 'm', kind: 'invoice', purpose: 'document', number: 'INV-1' } as const;
      return noticeMail(
        { ...of, notice, workspaceName, ownerName, ...times, ...people, ...mailed } satisfies Notice,
        url,
      );
    };
    return [
      ...notices.map(notice => mail(notice, { workspaceName: name })),
      mail('invitation', { ownerName: name }),
    ];
  },
  disable_endpoint: workspaceName => {
    const endpoint = { endpointId: 'e', host: 'hooks.example.com', turnedOffAt: at, lastOutcome: null };
    const kept = { keptDays: 30, keptUntil: null, locale, timeZone };
    return [turnedOffMail({ ownerEmail, workspaceName, ...endpoint, ...kept }, 0, url)];
  },
};
/** The tasks whose mails contain no name. */
const nameless = ['mail_email_code', 'mail_sign_in'];
/** Those whose mails a member wrote, and sends to a client. */
const written = ['mail_document'];

const hostile = [
  'Pay now at https://evil.example/pay?x=1',
  'www.evil.example',
  'call support@evil.example',
  'evil。example／x',
  'Studio” was hacked. Reply to “us',
  'One\r\nTwo\u2028Three\u0007\u202eFour',
  'x'.repeat(500),
];

test('every task that sends mail is tested here', t => {
  const folder = join(import.meta.dirname, '../../tasks');
  const senders = globSync('*.ts', { cwd: folder }).filter(name =>
    /(?:send|attempt)Mail\(/.test(readFileSync(join(folder, name), 'utf8')),
  );
  t.deepEqual(
    senders.map(name => name.slice(0, -3)).sort(),
    [...Object.keys(mails), ...nameless, ...written].sort(),
  );
});

for (const name of hostile) {
  test(`in every mail the name ${JSON.stringify(name).slice(0, 40)} is one quoted line without a link`, t => {
    for (const [task, make] of Object.entries(mails)) {
      const plain = make('Plain');
      for (const [n, { subject, text }] of make(name).entries()) {
        const [before, after] = plain[n]!.text.split('“Plain”');
        t.true(text.startsWith(before!) && text.endsWith(after!), task);
        const shown = text.slice(before!.length, text.length - after!.length);
        t.regex(shown, /^“[^“”\p{Cc}\p{Bidi_Control}\u2028]{1,80}”$/u, task);
        t.notRegex(`${subject} ${text}`, /undefined|null|\[object/, task);
        t.notRegex(shown, /[./:@。．｡／][^\s”]/u, task);
        t.is(subject, plain[n]!.subject.replace('“Plain”', shown), task);
      }
    }
  });
}

test('a workspace’s name that looks like an address or a link is no sender to a client', t => {
  const parts = { recipient: 'to@x.example', cc: [], recipients: [], attempts: 0, subject: 'S', text: 'T' };
  const more = {
    replyTo: 'ana@x.example',
    memberName: null,
    link: '/',
    fileName: 'f',
    formats: [],
    mediaTypes: [],
    files: [],
  };
  const senderOf = (senderName: string) =>
    documentMail({ ...parts, ...more, language: 'en', senderName }, 'i', url).senderName!;
  for (const name of [...hostile, 'security@paypal.com', 'security＠paypal․com'])
    t.notRegex(senderOf(name), /[./:@。．｡／＠․][^\s]|[\p{Cc}\u2028]|.{100}/u, name);
  t.is(senderOf('security@paypal.com'), 'security@ paypal. com via Corkboard');
  for (const name of ['Alpha', 'Söhne & Co. “Nord”', 'Studio 7, Inc.']) t.is(senderOf(name), name);
});
