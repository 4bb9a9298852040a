import {
  acceptChangeOrder,
  editChangeOrder,
  sendChangeOrder,
  withdrawChangeOrder,
} from '../../actions/changeOrder.ts';
import type { Row } from '../../actions/define.ts';
import { mailActions } from '../../actions/documentMail.ts';
import { renewChangeOrderLink } from '../../actions/link.ts';
import { changeOrderView } from '../../documents/changeOrderView.ts';
import { changeOrderMail } from '../../documents/mailValues.ts';
import { amount, moment } from '../../formatting/index.ts';
import { recipientsFor } from '../../mail/recipients.ts';
import { card } from '../components/card.ts';
import { changeOrderLetter, changeOrderPill } from '../components/changeOrder.ts';
import { evidence } from '../components/consent.ts';
import { disclosure } from '../components/disclosure.ts';
import { mailForm, mailList, mailLooks } from '../components/documentMail.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { facts } from '../components/facts.ts';
import { actorLabel } from '../components/provenance.ts';
import { shareLink } from '../components/shareLink.ts';
import { form } from '../forms/form.ts';
import type { Post } from '../forms/post.ts';
import { type Html, html } from '../html/html.ts';
import { recorderName } from '../html/personName.ts';
import { page } from '../page/page.ts';
import { byAction } from '../posts/byAction.ts';
import { type ChangeOrderDetail, changeOrderDetail, stateOf } from '../records/changeOrder.ts';
import type { PageContext } from '../requests/pageContext.ts';

const path = '/projects/:id/change-orders/:order';
const at = { record: 'order', parents: { id: 'project_id' } };

const edit: Post = {
  ...byAction(editChangeOrder, { path: `${path}/edit`, ...at, looks: { description: { rows: 8 } } }),
  amountsOf: 'project',
};
const send = byAction(sendChangeOrder, { path: `${path}/send`, ...at });
const withdraw = byAction(withdrawChangeOrder, { path: `${path}/withdraw`, ...at });
/** A member records the client's approval, and the pages say so. */
const accept: Post = {
  ...byAction(acceptChangeOrder, { path: `${path}/approve`, ...at }),
  button: 'Record approval',
  irreversible:
    'Record that the client approved this change order. Every page will show that you recorded it for them. You can’t remove it afterwards.',
};
const renew = byAction(renewChangeOrderLink, { path: `${path}/renew-link`, ...at });
const mail = byAction(mailActions.change_order, { path: `${path}/mail`, ...at, looks: mailLooks });

/** A change order that a member wrote, as its client sees it, with its actions. */
export const changeOrder = page<{ order: ChangeOrderDetail }>({
  path,
  reads: ({ params }) => ({ order: changeOrderDetail(params.id!, params.order!) }),
  view: ({ order }, context) => {
    const { project, document, version } = order;
    const record = recordOf(order);
    const view = changeOrderView(order);
    return {
      title: document.title,
      crumbs: [
        ['Projects', '/projects'],
        [project.name, `/projects/${project.id}?tab=scope`],
      ],
      status: changeOrderPill(order),
      actions: downloadLink(`/projects/${project.id}/change-orders/${order.id}.pdf`),
      body: html`
        <div class="beside">
          <section class="card" aria-label="Summary">
            ${summary(order, context)}
            ${form(context, send, { record, values: { version } })}
            ${
              record.state === 'draft'
                ? disclosure(context, 'Edit change order', edit, {
                    values: { ...document },
                    currency: document.currency,
                  })
                : null
            }
          </section>
          ${changeOrderLetter(view, context.person.workspace_id, html`<h2>${view.title}</h2>`, null)}
          <aside aria-label="Status and actions">
            ${card('Share with the client', shareSection(order, context))}
            ${card('Email', mailSection(order, context))}
            ${card('History', historyList(order, context))}
            ${card('More actions', [
              form(context, accept, {
                record,
                quiet: true,
                values: { by: order.client.contactName ?? order.client.name, document: order.sha256 },
              }),
              form(context, withdraw, { record, quiet: true, values: { version } }),
            ])}
          </aside>
        </div>`,
    };
  },
  posts: [edit, send, mail, renew, accept, withdraw],
});

/** The state that decides which actions are offered. */
const recordOf = (order: ChangeOrderDetail) =>
  ({ state: stateOf(order), sentAt: order.sentAt }) satisfies Row;

/** Its price, for whom it is, and what the client answered. */
function summary(order: ChangeOrderDetail, { person }: PageContext): Html {
  const { document, client, project, approvedAt, declinedAt } = order;
  const { declaration, sha256, approvedFrom, approvedWith } = order;
  const time = (at: string | null) => at && moment(at, person.locale, person.time_zone);
  return html`
    <p class="figure"><span>Price</span>
      <strong>${amount(document.amountCents, document.currency, person.locale)}</strong></p>
    ${facts([
      ['Revision rounds', document.rounds === 0 ? null : document.rounds],
      ['Client', html`<a href="/clients/${client.id}">${client.name}</a>`],
      ['Project', html`<a href="/projects/${project.id}?tab=scope">${project.name}</a>`],
      ['Approved', time(approvedAt)],
      [order.recordedBy === null ? 'Approved by' : 'Approved for', order.approvedBy],
      ['Recorded by', order.recorder && recorderName(order.recorder, person)],
      ['Declined', time(declinedAt)],
      ['Declined by', order.declinedBy],
      ['Reason', order.declineReason],
      ['Withdrawn', time(order.withdrawnAt)],
    ])}
    ${approvedAt === null ? null : evidence({ declaration, sha256, from: approvedFrom, browser: approvedWith }, person)}`;
}

/** The client's share link, once it works. */
function shareSection(order: ChangeOrderDetail, context: PageContext): Html | null {
  const { path, client, project, document, history } = order;
  if (order.sentAt === null) return null;
  return shareLink(context, {
    label: 'Share link',
    path,
    version: history.filter(({ action }) => action === 'change_order.link_renewed').length,
    renew,
    mail: {
      to: client.email,
      subject: `Change order for ${project.name}: ${document.title}`,
      says: `Hello ${client.contactName ?? client.name},\n\nThe change order “${document.title}” for ${project.name} is here:`,
    },
  });
}

/** The emails with it, and the form that emails it. */
function mailSection(order: ChangeOrderDetail, context: PageContext): (Html | null)[] {
  const { mails, history, client, ownTexts } = order;
  return [
    mailList(mails, context),
    mailForm(context, {
      post: mails.length === 0 ? mail : { ...mail, button: 'Send again' },
      recipients: recipientsFor('change_order', client),
      text: changeOrderMail(order, ownTexts),
      version: history.filter(({ action }) => action === 'change_order.mailed').length,
      record: recordOf(order),
    }),
  ];
}

/** Who did what to it. */
function historyList({ id, history }: ChangeOrderDetail, { person }: PageContext): Html {
  const by = (done: string) => {
    const entry = history.findLast(({ action }) => action === done);
    return entry
      ? html`${actorLabel(entry, person)}, ${moment(entry.at, person.locale, person.time_zone)}`
      : null;
  };
  return html`<div class="timeline">${facts([
    ['Drafted by', by('change_order.proposed')],
    ['Edited by', by('change_order.edited')],
    ['Sent by', by('change_order.sent')],
    ['Emailed by', by('change_order.mailed')],
    ['Withdrawn by', by('change_order.withdrawn')],
  ])}</div><p><a href="/settings/audit?record=${id}">All changes</a></p>`;
}
