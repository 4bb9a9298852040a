import { z } from 'zod';
import { acceptChangeOrder } from '../../actions/changeOrder.ts';
import { sha256 } from '../../actions/fields.ts';
import { sql } from '../../database/pool.ts';
import { changeOrderDocumentOf } from '../../documents/agreementDocument.ts';
import { type ChangeOrderShown, changeOrderView } from '../../documents/changeOrderView.ts';
import { moment } from '../../formatting/index.ts';
import { messagesOf } from '../../languages/messages.ts';
import { workspaceId } from '../../operations/define.ts';
import { optionalText } from '../../vocabulary/text.ts';
import { typedName } from '../../vocabulary/typedName.ts';
import { signatureNotice } from '../components/agreedWork.ts';
import { changeOrderLetter } from '../components/changeOrder.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { fieldsOf } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';
import { changeOrderFile } from '../records/documentFile.ts';
import { clientForm } from './clientForm.ts';
import { byClient, type ClientPost, confirmation, type SharePageContext, sharePage } from './sharePage.ts';

/** The proposal that the client's form is about. */
const proposalBegun = sql.fragment`begun.record_id`;

const approve = byClient(
  'approve',
  acceptChangeOrder,
  proposalBegun,
  'By entering your name, you approve this change order. We keep the time, your network address and your browser with it.',
);

const refusal = z.strictObject({
  by: typedName(500),
  reason: optionalText(5000),
  document: sha256,
});

const decline: ClientPost = {
  verb: 'decline',
  button: 'Decline change order',
  input: refusal,
  fields: fieldsOf(refusal, {
    by: { label: 'Your name', autocomplete: 'name' },
    reason: { label: 'Reason', hint: 'What should be different?' },
    document: { hidden: true },
  }),
  sqlCall: ({ by, reason = null, document }) => sql.fragment`
    select r.id from corkboard.decline_change_order(
      begun.workspace_id, ${proposalBegun}, ${by as string}, ${reason as string | null},
      decode(${document as string}, 'hex')) r`,
};

/** A change order that was sent, for the client to read and to approve or decline. */
export const changeOrderPage = sharePage<ChangeOrderShown>({
  page: 'change-order',
  reads: changeOrderDocumentOf(workspaceId, sql.fragment`admitted.record_id`),
  files: { formats: ['pdf'], reads: changeOrderFile(sql.fragment`admitted.record_id`) },
  view: (shown, context) => {
    const view = changeOrderView(shown);
    const { workspaceName: sender, projectName: project } = shown.document;
    const messages = messagesOf(view.language, view.language);
    const ended = signatureNotice(view) ?? outcome(shown);
    return {
      title: messages('changeOrderFrom', { project, sender }),
      body: html`${confirmation(ended)}${changeOrderLetter(
        view,
        context.workspaceId,
        html`<h1>${view.title}</h1>`,
        ended === null ? answering(shown, context) : null,
      )}<p class="actions" lang="${view.language}">${downloadLink(`${context.here}.pdf`, messages('downloadPdf'))}</p>`,
    };
  },
  posts: [approve, decline],
});

const answering = ({ sha256: document }: ChangeOrderShown, context: SharePageContext): Html =>
  html`${clientForm(context, approve, { document })}${clientForm(context, decline, { document }, 'Decline')}`;

/** How it ended without an approval; null: it did not. */
function outcome(shown: ChangeOrderShown): Html | null {
  const { declinedAt, declinedBy, declineReason, withdrawnAt } = shown;
  const at = (time: string) => moment(time, shown.locale, shown.timeZone);
  if (declinedAt !== null)
    return html`Declined by ${declinedBy}, ${at(declinedAt)}.${declineReason === null ? null : html` Reason: ${declineReason}`}`;
  return withdrawnAt === null ? null : html`This change order was withdrawn, ${at(withdrawnAt)}.`;
}
