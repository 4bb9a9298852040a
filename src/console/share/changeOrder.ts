import { z } from 'zod';
import { acceptChangeOrder } from '../../actions/changeOrder.ts';
import { sha256 } from '../../actions/fields.ts';
import { sql } from '../../database/pool.ts';
import { changeOrderDocumentOf } from '../../documents/agreementDocument.ts';
import { partiesOf, signatureOf } from '../../documents/agreementView.ts';
import { type ChangeOrderShown, changeOrderView } from '../../documents/changeOrderView.ts';
import { localizerOf } from '../../documents/localizer.ts';
import { moment } from '../../formatting/index.ts';
import { workspaceId } from '../../records/fragments.ts';
import { optionalText } from '../../vocabulary/text.ts';
import { typedName } from '../../vocabulary/typedName.ts';
import { signatureNotice } from '../components/agreedWork.ts';
import { changeOrderLetter } from '../components/changeOrder.ts';
import { downloadLink } from '../components/downloadLink.ts';
import { fieldsOf } from '../forms/fields.ts';
import { type Html, html } from '../html/html.ts';
import { changeOrderFile } from '../queries/documentFile.ts';
import { clientForm } from './clientForm.ts';
import { byClient, type ClientPost, confirmation, type SharePageContext, sharePage } from './sharePage.ts';

/** The proposal that the client's form is about. */
const proposalBegun = sql.fragment`begun.record_id`;

const approve = byClient('approve', acceptChangeOrder, proposalBegun, {
  button: 'approveChangeOrder',
  declaration: 'change_order',
});

const refusal = z.strictObject({
  by: typedName(500),
  reason: optionalText(5000),
  document: sha256,
});

const decline: ClientPost = {
  verb: 'decline',
  button: 'declineChangeOrder',
  input: refusal,
  fields: fieldsOf(refusal, { by: { autocomplete: 'name' }, document: { hidden: true } }),
  labels: { by: { label: 'yourName' }, reason: { label: 'declineReason', hint: 'declineHint' } },
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
  localizer: shown => localizerOf(partiesOf(shown)),
  view: (shown, context) => {
    const view = changeOrderView(shown);
    const { workspaceName: sender, projectName: project } = shown.document;
    const { messages } = context.localizer;
    const ended = signatureNotice(view) ?? outcome(shown, context);
    return {
      title: messages('changeOrderFrom', { project, sender }),
      body: html`${confirmation(ended)}${changeOrderLetter(
        view,
        context.workspaceId,
        html`<h1>${view.title}</h1>`,
        ended === null ? answering(shown, context) : null,
      )}<p class="actions">${downloadLink(`${context.here}.pdf`, messages('downloadPdf'))}</p>`,
    };
  },
  posts: [approve, decline],
});

const answering = ({ sha256: document }: ChangeOrderShown, context: SharePageContext): Html =>
  html`${clientForm(context, approve, { document })}${clientForm(context, decline, { document }, 'declineChangeOrder')}`;

/** How it ended without an approval; null: it did not. */
function outcome(shown: ChangeOrderShown, { localizer }: SharePageContext): Html | null {
  const { timeZone, declinedAt, declinedBy, declineReason, withdrawnAt } = shown;
  const { messages, locale } = localizer;
  if (declinedAt !== null) {
    const given = { at: declinedAt, by: declinedBy, recordedBy: null };
    const { notice } = signatureOf('declined', given, localizer, timeZone);
    return html`${notice}${declineReason === null ? null : ` ${messages('givenReason', { reason: declineReason })}`}`;
  }
  if (withdrawnAt === null) return null;
  return html`${messages('changeOrderWithdrawn', { at: moment(withdrawnAt, locale, timeZone) })}`;
}
