import type { Action } from '../../../actions/define.ts';
import { listed } from '../../../formatting/lists.ts';
import type { MailText } from '../../../languages/en.ts';
import { linkPlaceholder, withShareLink } from '../../../mail/documentMail.ts';
import { type MailTemplate, mailKinds } from '../../../mail/mailKinds.ts';
import { type ClientAddresses, recipientsFor } from '../../../mail/recipients.ts';
import { card } from '../../components/card.ts';
import { mailList, mailLooks, mailNotSetUp } from '../../components/documentMail.ts';
import { copyButton, copyField } from '../../components/shareLink.ts';
import { form } from '../../forms/form.ts';
import type { ActionRow, Post } from '../../forms/post.ts';
import { type Html, html } from '../../html/html.ts';
import type { View } from '../../html/layout.ts';
import { type Page, page } from '../../page/page.ts';
import { byAction } from '../../posts/byAction.ts';
import type { DocumentMail } from '../../queries/documentMail.ts';
import type { PageContext } from '../../requests/pageContext.ts';

/** What the Send page of a document says. */
export interface Sending extends Pick<View, 'status'> {
  /** The kind of the email. */
  template: MailTemplate;
  /** By default its kind. */
  title?: string;
  /** The last one is the document's own page. */
  crumbs: NonNullable<View['crumbs']>;
  /** Why it can't be sent now; false: it can. */
  refusal?: string | false;
  /** What is missing from a draft: the list on the page, and a sentence each; undefined: nothing is checked. */
  review?: { list: Html; missing: readonly string[] };
  client: ClientAddresses;
  text: MailText;
  /** The path of its share link; null: it works once the document is sent. */
  link: string | null;
  /** The query of that link. */
  query?: string;
  /** The files that are attached, as far as they can be downloaded with their addresses. */
  attached: readonly (readonly [name: string, href: string | null])[];
  /** The last emails with it, newest first, and how often it was emailed. */
  mails: readonly DocumentMail[];
  timesMailed: number;
  /** The document's state that the page shows. */
  shown?: { version?: number; document?: string };
  /** The record that decides whether it can still be sent without an email. */
  record: ActionRow;
  /** What the client gets. */
  summary: Html;
}

interface SendPage<Rows> extends Pick<Page<Rows>, 'path' | 'reads'>, Partial<Pick<Page<Rows>, 'awaits'>> {
  /** The action that emails it, and the address of its form. */
  mail: readonly [action: Action, path: string];
  /** The action that sends it without an email, its consequence, and the address of its form. Left out: its link works anyway. */
  share?: readonly [action: Action, consequence: string, path: string];
  /** The parameter of the path with the record's id, and the columns of the others (byAction). */
  at?: Pick<Parameters<typeof byAction>[1], 'record' | 'finds' | 'parents' | 'redirectTo'>;
  sends: (rows: Rows, context: PageContext) => Sending;
}

/**
 * The page that sends a document, the same for all kinds: what is missing from it, the email with it, and its link with a text for
 * those who share it themselves.
 */
export function sendPage<Rows>({ mail, share, at, sends, ...read }: SendPage<Rows>): Page<Rows> {
  const redirectTo = ({ mail: { kind, ...mail } }: ActionRow) => mailKinds[kind as MailTemplate].pageOf(mail);
  const email = byAction(mail[0], { path: mail[1], looks: mailLooks, redirectTo, ...at });
  const shared = share && byAction(share[0], { path: share[2], ...at });
  return page<Rows>({
    ...read,
    view: (rows, context) => {
      const sending = sends(rows, context);
      const { crumbs, refusal } = sending;
      const [name, href] = crumbs.at(-1)!;
      const body = refusal
        ? html`<p class="empty">${refusal} <a href="${href}">Open ${name}</a></p>`
        : html`
        <div class="beside">
          <div>
            ${sending.review === undefined ? null : html`<section><h2>Before you send</h2>${sending.review.list}</section>`}
            <section><h2>Email it</h2>${emailing(email, sending, context)}</section>
            <section><h2>I’ll share the link myself</h2>
              ${sharing(sending, context)}${shared ? marking(shared, share[1], sending, context) : null}</section>
          </div>
          <aside aria-label="What the client gets"><div class="card">${sending.summary}</div>
            ${card('Emails so far', mailList(sending.mails, context))}</aside>
        </div>`;
      return { title: `Send ${nameOf(sending)}`, ...sending, body };
    },
    posts: shared ? [shared, email] : [email],
  });
}

const nameOf = ({ template }: Sending) => mailKinds[template].name.toLowerCase();

/** The form, which asks once more if something is missing. */
const confirming = (post: Post, { review }: Sending): Post => ({
  ...post,
  fields: post.fields.filter(({ name }) => name !== 'anyway' || (review?.missing.length ?? 0) > 0),
});

/** The form that emails it, and what is attached. */
function emailing(post: Post, sending: Sending, context: PageContext): Html {
  const { template, client, text, query = '', attached, timesMailed, shown, review } = sending;
  if (!context.sendsMail) return mailNotSetUp;
  const [recipient = null, ...cc] = recipientsFor(template, client);
  const files =
    attached.length === 0 ? 'Nothing is attached' : `Attached: ${listed(attached.map(([file]) => file))}`;
  return html`<p>The client gets the link by email. ${files}.</p>
    ${form(
      context,
      { ...confirming(post, sending), button: `Email ${nameOf(sending)}` },
      {
        values: {
          ...{ recipient, cc, version: timesMailed, read: shown?.version, document: shown?.document },
          ...{ subject: text.subject, missing: review?.missing },
          text: text.text.replaceAll(linkPlaceholder, linkPlaceholder + query),
        },
      },
    )}`;
}

/** The form that sends it without an email; null if it was sent. */
function marking(post: Post, consequence: string, sending: Sending, context: PageContext): Html | null {
  const { record, shown, review } = sending;
  const values = { ...shown, missing: review?.missing };
  const marked = form(context, confirming(post, sending), { record, values, quiet: context.sendsMail });
  return marked && html`<p>Corkboard won’t email the client. ${consequence}</p>${marked}`;
}

/** The link and a text in the client's language, to send from one's own email program; null before the link works. */
function sharing(
  { template, client, text, link, query = '', attached }: Sending,
  context: PageContext,
): Html | null {
  if (link === null) return null;
  const url = context.origin + link + query;
  const body = withShareLink(text.text, url);
  const [to = '', ...cc] = recipientsFor(template, client);
  const asked = new URLSearchParams({
    ...(cc.length > 0 && { cc: cc.join(',') }),
    subject: text.subject,
    body,
  });
  // Email programs don't decode a plus sign as a space.
  const mailto = `mailto:${encodeURIComponent(to)}?${asked.toString().replaceAll('+', '%20')}`;
  const files = attached.filter(([, href]) => href !== null);
  return html`
    ${copyField('link', 'Link', url)}
    <div class="actions">${copyButton('link', 'Copy link')}</div>
    <p class="field"><label for="text">Text with the link</label><textarea id="text" rows="${body.split('\n').length + 2}" readonly>${body}</textarea></p>
    <div class="actions">${copyButton('text', 'Copy text')}<a class="button quiet" href="${mailto}">Open in your email program</a></div>
    ${files.length === 0 ? null : html`<p class="hint">Attach the files yourself: ${files.map(([file, href], at) => html`${at === 0 ? null : ', '}<a href="${href}">${file}</a>`)}.</p>`}`;
}
