import { sendChangeOrder } from '../../../actions/changeOrder.ts';
import { mailActions } from '../../../actions/documentMail.ts';
import { changeOrderMail } from '../../../documents/mailValues.ts';
import { amount } from '../../../formatting/index.ts';
import { changeOrderPill } from '../../components/changeOrder.ts';
import { projectCrumbs } from '../../components/crumbs.ts';
import { facts } from '../../components/facts.ts';
import { timesDone } from '../../components/provenance.ts';
import { html } from '../../html/html.ts';
import type { Page } from '../../page/page.ts';
import { type ChangeOrderDetail, changeOrderDetail, stateOf } from '../../queries/changeOrder.ts';
import { sendPage } from './sendPage.ts';

const path = '/projects/:id/change-orders/:order';

/** The page that sends a change order. */
export const sendChangeOrderPage: Page = sendPage<{ order: ChangeOrderDetail }>({
  path: `${path}/send`,
  mail: [mailActions.change_order, `${path}/mail`],
  share: [
    sendChangeOrder,
    'The link starts to work, and you can’t edit the change order any more. You get a text to send with the link.',
    `${path}/send`,
  ],
  at: { record: 'order', parents: { id: 'project_id' } },
  reads: ({ params }) => ({ order: changeOrderDetail(params.id!, params.order!) }),
  sends: ({ order }, { person }) => {
    const { id, project, document, client, history, version, sentAt, approvedAt } = order;
    const page = `/projects/${project.id}/change-orders/${id}`;
    const state = stateOf(order);
    const isEnded = state === 'declined' || state === 'withdrawn';
    return {
      crumbs: [...projectCrumbs(project, 'scope'), [document.title, page]],
      status: changeOrderPill(order),
      template: 'change_order',
      refusal: isEnded && `This change order was ${state}.`,
      client,
      text: changeOrderMail(order, order.ownTexts),
      link: sentAt === null ? null : order.path,
      attached: approvedAt === null ? [] : [['change-order.pdf', `${page}.pdf`]],
      mails: order.mails,
      timesMailed: timesDone(history, 'change_order.mailed'),
      shown: { version },
      record: { state, sentAt },
      summary: html`
        <p class="figure"><span>Price</span> <strong>${amount(document.amountCents, document.currency, person.locale)}</strong></p>
        ${facts([
          ['Project', project.name],
          ['To', client.name],
        ])}
        <p><a href="${page}">See the change order as the client will</a></p>`,
    };
  },
});
