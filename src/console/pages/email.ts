import { dismissMail } from '../../actions/documentMail.ts';
import { count, moment } from '../../formatting/index.ts';
import { mailedDocument, mailedDocumentPage, mailPills, outcomeOf } from '../components/documentMail.ts';
import { facts } from '../components/facts.ts';
import { shortTime } from '../components/time.ts';
import { form } from '../forms/form.ts';
import { type Html, html } from '../html/html.ts';
import { personName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type MailDetail, mailDetail } from '../queries/documentMail.ts';
import type { PageContext } from '../requests/pageContext.ts';

const dismiss = byAction(dismissMail, { path: '/emails/:id/dismiss' });

/** An email with a document, with what became of it for each recipient. */
export const email = page<{ mail: MailDetail }>({
  path: '/emails/:id',
  reads: ({ params }) => ({ mail: mailDetail(params.id!) }),
  view: ({ mail }, context) => ({
    title: `Email to ${mail.recipient}`,
    status: outcomeOf(mail).pill,
    crumbs: [[mailedDocument(mail), mailedDocumentPage(mail)]],
    body: html`
      ${failedCard(mail, context)}
      <section><h2>${mail.purpose === 'reminder' ? 'Payment reminder' : 'Delivery'}</h2>${delivery(mail, context)}</section>
      <section><h2>${mail.subject}</h2><p class="text">${mail.text}</p></section>`,
  }),
  posts: [dismiss],
});

/** The advice about a failed email; null if there is nothing to do. */
function failedCard(mail: MailDetail, context: PageContext): Html | null {
  const { flaggedAt, rejected, failure, client } = mail;
  if (flaggedAt === null) return null;
  return html`
    <section><h2>Not delivered</h2>
      <p>The email to ${rejected.join(', ')} failed: ${failure}</p>
      <p>Corkboard doesn’t try it again. If the address is wrong, correct it on the page of <a href="/clients/${client.id}">${client.name}</a>.
        Then send the email again from <a href="${mailedDocumentPage(mail)}">${mailedDocument(mail)}</a>, or dismiss it if the client doesn’t need it.</p>
      ${form(context, dismiss, { record: mail, quiet: true })}</section>`;
}

function delivery(mail: MailDetail, { person }: PageContext): Html {
  const { recipient, cc, sentBy, queuedAt, rejected, waiting, attempts, failure, flaggedAt } = mail;
  const { lastAnswer, nextAttemptAt } = mail;
  const outcome = (address: string) => {
    if (rejected.includes(address)) return mailPills.failed;
    return waiting.includes(address)
      ? mailPills.delayed
      : mailPills[address === recipient ? mail.state : 'sent'];
  };
  const ofCopy = (address: string) => (attempts === 0 ? null : html` ${outcome(address)}`);
  return facts([
    ['To', html`${recipient} ${outcome(recipient)}`],
    [
      'Cc',
      cc.length === 0
        ? null
        : cc.map((address, at) => html`${at === 0 ? null : html`<br>`}${address}${ofCopy(address)}`),
    ],
    ['Sent by', html`${personName(sentBy, person)}, ${moment(queuedAt, person.locale, person.time_zone)}`],
    ['Attempts', attempts === 0 ? null : count(attempts, person.locale)],
    ['Next attempt', nextAttemptAt === null ? null : shortTime(nextAttemptAt, person)],
    ['Last answer of the mail server', nextAttemptAt === null ? null : lastAnswer],
    ['Reason', flaggedAt === null ? failure : null],
  ]);
}
