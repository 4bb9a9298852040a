import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freePort } from '../../harness/listen.ts';
import { readConfig } from '../../src/config.ts';
import { sendMail } from '../../src/mail/send.ts';
import { events } from '../../src/telemetry/events.ts';
import { mailServer, type Refusal } from '../support/mailServer.ts';

// What becomes of an email that the mail server does not take, over real SMTP.

/** The address of a mail server that refuses. */
async function refusing(t: { teardown(end: () => unknown): void }, refusal: Refusal) {
  const server = mailServer();
  server.refusal = refusal;
  await server.open();
  t.teardown(server.close);
  return server.url();
}

const results: string[] = [];
events.mail.on(({ result }) => results.push(result));

const mailTo = (SMTP_URL: string) =>
  sendMail(
    { id: randomUUID(), to: 'gone@client.example', subject: 'Code', text: 'x' },
    readConfig({ SMTP_URL }),
  );

for (const [at, status] of [
  ['RCPT', 550],
  ['DATA', 554],
] as const) {
  test.serial(`an email that is rejected with ${status} to ${at} is not tried again`, async t => {
    results.length = 0;
    await t.notThrowsAsync(mailTo(await refusing(t, { at, status })));
    t.deepEqual(results, ['rejected']);
  });
}

for (const [at, status, message] of [
  ['RCPT', 450, 'The mail server answered RCPT TO with 450.'],
  ['MAIL', 553, 'The mail server answered MAIL FROM with 553.'],
] as const) {
  test.serial(`an email is tried again after ${status} to ${at}, and the error has no address`, async t => {
    results.length = 0;
    await t.throwsAsync(mailTo(await refusing(t, { at, status })), { message });
    t.deepEqual(results, ['failed']);
  });
}

test.serial('an email is tried again if no mail server answers, and the error says so', async t => {
  await t.throwsAsync(mailTo(`smtp://127.0.0.1:${await freePort()}`), {
    message: /^The mail server can't be used: .*ECONNREFUSED/,
  });
});
