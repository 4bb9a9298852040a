import type { Row } from '../../actions/define.ts';
import type { MailText } from '../../documents/mailTexts.ts';
import { moment } from '../../formatting/index.ts';
import type { Look } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import type { DocumentMail } from '../records/documentMail.ts';
import type { PageContext } from '../requests/pageContext.ts';

/** How the fields of an email to a client look. */
export const mailLooks: Record<string, Look> = {
  recipient: { kind: 'email', hint: 'Replies go to your own email address' },
  cc: { rows: 1 },
  subject: { hint: undefined },
  text: { label: 'Message', rows: 14 },
};

/** What is said in place of a form where no mail server is set up. */
export const mailNotSetUp = html`<p class="hint">This server isn’t set up to send email. Copy the link and send it from your own email program.</p>`;

interface MailForm {
  post: Post;
  recipient: string | null;
  text: MailText;
  /** How often the action was done. */
  version: number;
  /** Further hidden fields with what the page showed. */
  shown?: Record<string, number>;
  record: Row;
}

/**
 * The form that emails a document, or a reminder of it, with one press; the email is folded away unless it has no recipient.
 * Null if the record's state doesn't allow it.
 */
export function mailForm(
  context: PageContext,
  { post, recipient, text, version, shown = {}, record }: MailForm,
): Html | null {
  if (post.isOffered?.(record) === false) return null;
  if (!context.sendsMail) return mailNotSetUp;
  return form(context, post, {
    values: { recipient, ...text, version, ...shown },
    quiet: true,
    fold: recipient === null ? undefined : `Edit the email to ${recipient}`,
  });
}

/** What became of an email: the look and label of its state, and when that was. */
const outcomeOf = ({ state, queuedAt, sentAt, failedAt }: DocumentMail) => {
  if (state === 'sent') return { look: 'pill good', label: 'Sent', at: sentAt! };
  return state === 'failed'
    ? { look: 'pill bad', label: 'Failed', at: failedAt! }
    : { look: 'pill', label: 'Queued', at: queuedAt };
};

/** Emails with what became of each, newest first; null if there are none. */
export function mailList(mails: readonly DocumentMail[], { person }: PageContext): Html | null {
  if (mails.length === 0) return null;
  return html`<ul class="list">${mails.map(mail => {
    const { recipient, cc, sentBy, failure, state } = mail;
    const { look, label, at } = outcomeOf(mail);
    const words = failure === null || state === 'failed' ? failure : `A copy was rejected: ${failure}`;
    return html`
      <li><div><span class="${look}">${label}</span> to ${recipient}${cc.length === 0 ? null : html`, copies to ${cc.join(', ')}`}
        <p class="hint">${moment(at, person.locale, person.time_zone)}, by ${sentBy}${words === null ? null : html`<br>${words}`}</p></div></li>`;
  })}</ul>`;
}
