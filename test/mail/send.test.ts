import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import test from 'ava';
import { freePort, listen } from '../../harness/listen.ts';
import { readConfig } from '../../src/config.ts';
import { attemptMail, sendMail } from '../../src/mail/send.ts';
import { events } from '../../src/telemetry/events.ts';
import { type Mail, mailServer } from '../support/mailServer.ts';
import { closed } from '../support/receiver.ts';

// What becomes of an email that the mail server does not take, over real SMTP.

const results: string[] = [];
events.mail.on(({ result }) => results.push(result));

const mailTo = (SMTP_URL: string) =>
  sendMail(
    { id: randomUUID(), to: 'gone@client.example', subject: 'Code', text: 'x' },
    readConfig({ SMTP_URL }),
  );

for (const [at, status, error] of [
  ['RCPT', 550, null],
  ['DATA', 554, null],
  ['RCPT', 450, 'The mail server answered RCPT TO with 450.'],
  ['MAIL', 553, 'The mail server answered MAIL FROM with 553.'],
] as const)
  test.serial(
    `an email is ${error ? 'tried again' : 'given up'} after ${status} to ${at}, and no error has an address`,
    async t => {
      const server = mailServer();
      server.refusal = { at, status };
      await server.open();
      t.teardown(server.close);
      results.length = 0;
      const failure = await mailTo(server.url()).then(
        () => null,
        ({ message }) => message,
      );
      t.is(failure, error);
      t.deepEqual(results, [error ? 'failed' : 'rejected']);
    },
  );

test.serial('an email is tried again if no mail server answers, and the error says so', async t => {
  await t.throwsAsync(mailTo(`smtp://127.0.0.1:${await freePort()}`), {
    message: /^The mail server can't be used: .*ECONNREFUSED/,
  });
});

test.serial('each recipient has an outcome, whatever case and alphabet its domain is written in', async t => {
  const server = mailServer();
  server.refusal = { at: 'RCPT', status: 452, of: 'Ada@example.com' };
  await server.open();
  t.teardown(server.close);
  const [to, ben, cy] = ['Ada@EXAMPLE.com', 'ben@bücher.example', 'cy@x.example'];
  const mail = {
    id: 'one',
    to,
    cc: [ben, cy],
    subject: 'S',
    text: 'T',
    recipients: [to, ben],
    isWritten: true,
  };
  const from = 'Corkboard <hello@Corkboard.Example>';
  const deferral = '452 …: no such user';
  const none = { rejected: [], rejection: null };
  t.deepEqual(await attemptMail(mail, server.url(), from), {
    ...{ ...none, accepted: [ben], deferred: [to], deferral },
  });
  server.refusal = { at: 'RCPT', status: 550, of: ben };
  t.like(await attemptMail(mail, server.url(), from), { accepted: [to], rejected: [ben], deferred: [] });
  const [{ raw, messageId, from: envelope }] = server.mails as [Mail];
  t.deepEqual([messageId, envelope], ['<one@corkboard.example>', 'hello@corkboard.example']);
  t.regex(raw, /^From: Corkboard <hello@corkboard.example>\r$/m);
  t.notRegex(raw, /^Auto-Submitted/m);
  const unreachable = await attemptMail(mail, `smtp://127.0.0.1:${await freePort()}`, from);
  t.like(unreachable, { ...none, accepted: [], deferral: 'The mail server can’t be reached.' });
});

test.serial(
  'an email is tried again if the mail server answers without end, and its connection is closed',
  async t => {
    const { promise: connection, resolve } = Promise.withResolvers<Socket>();
    const server = createServer(socket => {
      resolve(socket);
      const more = () => socket.writable && socket.write('250-more\r\n', () => setTimeout(more, 10));
      socket.once('data', more).write('220 mail.example\r\n');
    });
    t.teardown(() => server.close());
    const url = `smtp://127.0.0.1:${await listen(server)}`;
    const mail = { id: 'one', to: 'ada@client.example', subject: 'S', text: 'T' };
    const { deferred, deferral } = await attemptMail(mail, url, 'hello@corkboard.example', 1_000);
    t.deepEqual([deferred, deferral], [[mail.to], 'The mail server can’t be reached.']);
    await closed(await connection);
  },
);
