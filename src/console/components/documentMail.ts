import { count, moment } from '../../formatting/index.ts';
import { mailKinds } from '../../mail/mailKinds.ts';
import { numberedKinds } from '../../vocabulary/documents.ts';
import type { FieldOptions } from '../forms/fields.ts';
import { word } from '../forms/labels.ts';
import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import type { DocumentMail, MailDetail } from '../queries/documentMail.ts';
import type { PageContext } from '../requests/pageContext.ts';
import type { Person } from '../sessions/person.ts';
import { timeInSentence } from './time.ts';

/** How the fields of an email to a client look. */
export const mailLooks: Record<string, FieldOptions> = {
  recipient: { kind: 'email', hint: 'Replies go to your own email address' },
  cc: { rows: 1 },
  subject: { hint: undefined },
  text: { label: 'Message', rows: 14 },
};

/** The text in place of a form if no mail server is set up. */
export const mailNotSetUp = html`<p class="hint">This server isn’t set up to send email. Copy the link and send it from your own email program.</p>`;

/** The link to the page that sends a document. `isAgain`: it was sent before. `isMain`: it is the page's main link. */
export const sendLink = (href: string, name: string, { isAgain = false, isMain = false } = {}): Html =>
  html`<a class="button${isMain ? null : ' quiet'}" href="${href}">${isAgain ? 'Send again' : `Send ${name}`}</a>`;

/** The outcome of an email: the label of its state, and when that was. */
export function outcomeOf(mail: DocumentMail): { pill: Html; at: string } {
  const { state, queuedAt, sentAt, failedAt, nextAttemptAt } = mail;
  if (state === 'sent') return { pill: mailPills.sent, at: sentAt! };
  if (state === 'failed') return { pill: mailPills.failed, at: failedAt! };
  return { pill: nextAttemptAt === null ? mailPills.queued : mailPills.delayed, at: queuedAt };
}

/** The labels of an email's states. `delayed`: the mail server has turned it away for now. */
export const mailPills: Record<DocumentMail['state'] | 'delayed', Html> = {
  queued: html`<span class="pill">Queued</span>`,
  delayed: html`<span class="pill">Not sent yet</span>`,
  sent: html`<span class="pill good">Sent</span>`,
  failed: html`<span class="pill bad">Failed</span>`,
};

/** The label of a document in a list, of which an email failed and waits for a review. */
export const undeliveredPill: Html = html`<span class="pill bad">Email failed</span>`;

/** The name of an emailed document: `Invoice INV-0007`, `Scope of Website`. */
export const mailedDocument = ({ kind, recordName }: Pick<MailDetail, 'kind' | 'recordName'>): string =>
  (numberedKinds as readonly string[]).includes(kind)
    ? `${word(kind)} ${recordName}`
    : `${word(kind)} of ${recordName}`;

/** The page of an emailed document. */
export const mailedDocumentPage = (mail: MailDetail): string => mailKinds[mail.kind].pageOf(mail);

/** How an email goes on that the mail server has turned away for now; null if it isn't tried again. */
function nextAttempt({ attempts, lastAnswer, nextAttemptAt }: DocumentMail, person: Person): Html | null {
  if (nextAttemptAt === null) return null;
  const tried = `Tried ${attempts === 1 ? 'once' : `${count(attempts, person.locale)} times`}, next`;
  return html`${tried} ${timeInSentence(nextAttemptAt, person)}${lastAnswer === null ? null : html`. Last answer of the mail server: ${lastAnswer}`}`;
}

/** Emails with what became of each, newest first; null if there are none. */
export function mailList(mails: readonly DocumentMail[], { person }: PageContext): Html | null {
  if (mails.length === 0) return null;
  return html`<ul class="list">${mails.map(mail => {
    const { id, recipient, cc, sentBy, failure, rejected, state, waiting } = mail;
    const { pill, at } = outcomeOf(mail);
    const sentCopies = cc.filter(address => ![...rejected, ...waiting].includes(address));
    const lines = [
      failure === null || state === 'failed' ? failure : `A copy was rejected: ${failure}`,
      state !== 'queued' && waiting.length > 0 ? `Not sent yet to ${waiting.join(', ')}` : null,
      state === 'queued' && waiting.length > 0 && sentCopies.length > 0
        ? `Sent to ${sentCopies.join(', ')} already`
        : null,
      nextAttempt(mail, person),
    ].filter(line => line !== null);
    return html`
      <li><div>${pill} to <a href="/emails/${id}">${recipient}</a>${cc.length === 0 ? null : html`, copies to ${cc.join(', ')}`}
        <p class="hint">${moment(at, person.locale, person.time_zone)}, by ${personName(sentBy, person)}${lines.map(line => html`<br>${line}`)}</p></div></li>`;
  })}</ul>`;
}
