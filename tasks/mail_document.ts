import { retry } from '../src/concurrency/retry.ts';
import { baseUrl } from '../src/config.ts';
import { call, firstRow } from '../src/database/call.ts';
import { type Equipped, RecordJob } from '../src/jobs/tasks.ts';
import { messagesOf } from '../src/languages/messages.ts';
import { documentMail, type PreparedMail } from '../src/mail/documentMail.ts';
import { attemptMail, type Outcome } from '../src/mail/send.ts';

/** How often, and after how many ms, to record again what became of an email: a job that fails then would send it twice. */
const recordAttempts = 5;
const recordMs = 1_000;

const notSetUp = 'This server is not set up to send email.';

/**
 * Emails a document or a payment reminder to those recipients who don't have it yet. Those that the mail server turns away for
 * now get it from another job. If the worker dies between the mail server's acceptance and the record of it, the email is sent
 * again, with the same Message-ID.
 */
export default (async (payload, helpers, { config }) => {
  const { workspaceId, recordId: mailId } = RecordJob.parse(payload);
  const mail = await firstRow<PreparedMail>(helpers, 'prepare_mail_attempt', workspaceId, mailId);
  if (!mail) return;
  const { memberName, senderName: workspace, language } = mail;
  if (memberName !== null)
    mail.senderName = messagesOf(language, language)('memberOf', { member: memberName, workspace });
  const { smtpUrl, mailFrom } = config;
  // The content of clients' emails is not for the log, where other emails go without a mail server.
  const { accepted, rejected, rejection, deferral }: Omit<Outcome, 'deferred'> =
    smtpUrl === undefined
      ? { accepted: [], rejected: mail.recipients, rejection: notSetUp, deferral: null }
      : await attemptMail(documentMail(mail, mailId, baseUrl(config)), smtpUrl, mailFrom);
  const outcome = [mail.attempts, accepted, rejected, rejection, deferral];
  await retry(
    () => call(helpers, 'record_mail_attempt', workspaceId, mailId, ...outcome),
    (_, attempts) => (attempts < recordAttempts ? recordMs : null),
    helpers.abortSignal,
  );
}) satisfies Equipped;
