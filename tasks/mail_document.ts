import { retry } from '../src/concurrency/retry.ts';
import { baseUrl } from '../src/config.ts';
import { call, firstRow } from '../src/database/call.ts';
import type { Equipped } from '../src/jobs/tasks.ts';
import { documentMail, type PreparedMail } from '../src/mail/documentMail.ts';
import { type Receipt, sendMail } from '../src/mail/send.ts';

/** How often, and after how many ms, to record again what became of an email: a job that fails then would send it twice. */
const recordTries = 5;
const recordMs = 1_000;

const notSetUp: Receipt = { isAccepted: false, words: 'This server is not set up to send email.' };

/**
 * Emails a document or a payment reminder to a client. Payload: `{ workspaceId, mailId }`. If the worker dies between the mail
 * server's acceptance and the record of it, the email is sent again, with the same Message-ID.
 */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, mailId } = payload as { workspaceId: string; mailId: string };
  const mail = await firstRow<PreparedMail>(helpers, 'prepare_document_mail', workspaceId, mailId);
  if (!mail) return;
  // What clients get is not for the log, where other emails go without a mail server.
  const { isAccepted, words } =
    config.smtpUrl === undefined
      ? notSetUp
      : await sendMail(documentMail(mail, mailId, baseUrl(config)), config);
  await retry(
    () => call(helpers, 'record_document_mail', workspaceId, mailId, isAccepted, words),
    (_, tries) => (tries < recordTries ? recordMs : null),
    helpers.abortSignal,
  );
}) satisfies Equipped;
